import { Button, IconButton } from "../ui/Button.tsx";
import type { Sort, TableList } from "../ui/table/table-list.ts";

/** The order by what is not sold, in the address of each list that has it. */
export const notSold = "notSold";
export const isByRisk = (sort: Sort | null): boolean => sort?.id === notSold && sort.desc;

interface MostAtRiskProps {
  list: Pick<TableList, "sort" | "setSort">;
  /** The list's own order, as the button back to it says. */
  otherwise: string;
  /** A sign alone, where a row has no room for words. */
  isSmall?: boolean;
}

/** Puts first what usually sells most of what is not sold now, or gives the list its own order back. */
export function MostAtRisk({ list, otherwise, isSmall = false }: MostAtRiskProps) {
  const isOn = isByRisk(list.sort);
  const words = isOn ? otherwise : "Most at risk first";
  const look = { icon: "pi-sort-amount-down", onClick: () => list.setSort(isOn ? null : { id: notSold, desc: true }) };
  return isSmall ? <IconButton kind="plain" label={words} {...look} /> : <Button {...look}>{words}</Button>;
}
