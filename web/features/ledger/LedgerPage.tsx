import { useMemo } from "react";
import { ledgerList } from "#shared/ledger/ledger-list.ts";
import { PagedListPage } from "../../recipes/PagedListPage.tsx";
import { usePagedList } from "../../recipes/use-paged-list.ts";
import { orderedProductsAtom } from "../../records/products.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { Button } from "../../ui/Button.tsx";
import { DateRange } from "../../ui/DateRange.tsx";
import { FilterSwitch } from "../../ui/FilterSwitch.tsx";
import { FilterText } from "../../ui/FilterText.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { Empty } from "../../ui/States.tsx";
import { ledgerColumns } from "./ledger-columns.tsx";
import { ledgerSource } from "./ledger-source.ts";

const labels = { vendingMachine: "Vending Machine", product: "Product", userId: "User" };
const views = ["Old", "New"] as const;

/** What was credited to users and debited from them (specification section 2: Can Ledger). */
export function Component() {
  const paged = usePagedList({ list: ledgerList, source: ledgerSource, labels, views, exported: "ledger" });
  const products = useAtomValue(orderedProductsAtom);
  const options = useMemo(
    () =>
      (products.data ?? [])
        .filter(({ productType }) => productType === "product")
        .map(({ _id, brand }) => ({ value: _id, label: brand })),
    [products.data],
  );
  const { filters, setFilter } = paged.list;
  // A pre-filter of any other length is as if it were not there.
  const isOfOneUser = filters.userId?.length === 24;
  const whose = paged.load.data?.rows[0]?.user.name;
  return (
    <PagedListPage
      paged={paged}
      title="Can Ledger"
      things={["row", "rows"]}
      where={isOfOneUser ? `of ${whose || "one user"}` : ""}
      columns={ledgerColumns}
      deeds={
        isOfOneUser && (
          <Button icon="pi-times" onClick={() => setFilter("userId", "")}>
            Show all users
          </Button>
        )
      }
      filters={
        <>
          <FilterText {...paged.text("vendingMachine")} maxLength={64} placeholder="All machines" />
          <SelectField
            {...paged.choice("product")}
            options={options}
            loading={products.state === "loading"}
            placeholder="All products"
          />
          <DateRange {...paged.days} />
          <FilterSwitch label="View By" {...paged.viewBy} />
        </>
      }
      empty={<Empty title="No can was credited yet">A row comes with each paid order and each can taken.</Empty>}
    />
  );
}
