import { useMemo } from "react";
import { ledgerList } from "#shared/ledger/ledger-list.ts";
import { choiceFilter } from "../../recipes/choice-filter.tsx";
import { machineFilter } from "../../recipes/list-filter.tsx";
import { PagedListPage } from "../../recipes/PagedListPage.tsx";
import { firstPageOf, usePagedList } from "../../recipes/use-paged-list.ts";
import { orderedProductsAtom } from "../../records/products.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { Button } from "../../ui/Button.tsx";
import { Empty } from "../../ui/States.tsx";
import { ledgerColumns } from "./ledger-columns.tsx";
import { ledgerSource } from "./ledger-source.ts";

const useCans = () => {
  const { data, state } = useAtomValue(orderedProductsAtom);
  const options = useMemo(
    () =>
      (data ?? [])
        .filter(({ productType }) => productType === "product")
        .map(({ _id, brand }) => ({ value: _id, label: brand })),
    [data],
  );
  return { options, loading: state === "loading" };
};
const filters = {
  vendingMachine: machineFilter("Vending Machine"),
  product: choiceFilter("Product", useCans, { placeholder: "All products", mayBeOther: true }),
  userId: { label: "User" },
};

/** What was credited to users and debited from them (specification: Can ledger). */
export function Component() {
  const paged = usePagedList({ list: ledgerList, source: ledgerSource, filters });
  const { filters: requested, setFilter } = paged.list;
  // A pre-filter of any other length is as if it were not there.
  const isOfOneUser = requested.userId?.length === 24;
  const whose = paged.load.data?.rows[0]?.user.name;
  return (
    <PagedListPage
      paged={paged}
      title="Can Ledger"
      things={["row", "rows"]}
      where={isOfOneUser ? `of ${whose || "one user"}` : ""}
      columns={ledgerColumns}
      actions={
        isOfOneUser && (
          <Button icon="pi-times" onClick={() => setFilter("userId", "")}>
            Show all users
          </Button>
        )
      }
      empty={<Empty title="No rows yet">Each paid order and each can taken adds a row.</Empty>}
    />
  );
}

export const first = () => [firstPageOf(ledgerList, ledgerSource)];
