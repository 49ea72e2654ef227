import "./registration.css";
import type { ReactNode } from "react";
import type { RegisteredUnit } from "#shared/registration/registration.schema.ts";
import { paths, pathTo } from "../../app/paths.ts";
import { BulkTable } from "../../recipes/bulk/BulkTable.tsx";
import { useBulk } from "../../recipes/bulk/use-bulk.ts";
import type { Load } from "../../state/load.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { comingText } from "../../ui/coming-text.ts";
import { countText } from "../../ui/count-text.ts";
import type { ListState } from "../../ui/list-state.ts";
import type { Numbered } from "../../ui/numbered.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { Empty } from "../../ui/States.tsx";
import type { Column } from "../../ui/table/column.ts";
import { unitActions } from "./bulk-actions.ts";

const idOf = ({ row }: Numbered<RegisteredUnit>) => row._id;
const nameOf = ({ row }: Numbered<RegisteredUnit>) => row.serialNumber;
export const things = ["control unit", "control units"] as const;

interface RegisteredListProps<Unit extends RegisteredUnit> {
  of: Load<Numbered<Unit>[]>;
  /** Counts over all units; undefined until they are known. */
  counts: { all: number; unauthorised: number } | undefined;
  columns: Column<Numbered<Unit>>[];
  list: ListState<Record<string, string>>;
  onRetry: () => void;
  paged?: { pages: number; total: number };
  boneRows?: number;
  /** Instead of the words for a list without any unit. */
  empty?: ReactNode;
}

const lineOf = ({ all, unauthorised }: { all: number; unauthorised: number }): string => {
  const units = countText(all, ...things);
  return unauthorised > 0 ? `${units}, ${unauthorised.toLocaleString("en-IN")} unauthorized` : units;
};

/** Registered control units, all of them or a page. */
export function RegisteredList<Unit extends RegisteredUnit>({
  of,
  counts,
  empty,
  ...table
}: RegisteredListProps<Unit>) {
  const bulk = useBulk<Numbered<Unit>>({
    list: "registered",
    rows: of.data,
    rowId: idOf,
    nameOf,
    things,
    actions: unitActions,
  });
  return (
    <>
      <PageHead
        title="List Registered Vending Machine"
        line={counts ? lineOf(counts) : comingText(of, "registered units")}
        action={
          <>
            <ButtonLink to={pathTo("registeredUnit", { serialNumber: "new" })}>Register by serial number</ButtonLink>
            <ButtonLink to={paths.registerMachine}>Register Vending Machine</ButtonLink>
          </>
        }
      />
      <BulkTable
        {...table}
        bulk={bulk}
        label="Registered vending machines"
        of={of}
        empty={
          empty ?? (
            <Empty
              title="No control unit is registered yet"
              action={<ButtonLink to={paths.registerMachine}>Register Vending Machine</ButtonLink>}
            >
              Units appear here once they are registered with a vending machine.
            </Empty>
          )
        }
      />
    </>
  );
}
