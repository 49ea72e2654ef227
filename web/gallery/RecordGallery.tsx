import { Button } from "../ui/Button.tsx";
import { Card, Facts } from "../ui/Card.tsx";
import { Id } from "../ui/Id.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { SignalBars } from "../ui/SignalBars.tsx";
import { StateChip } from "../ui/StateChip.tsx";
import type { Column } from "../ui/table/column.ts";
import { Table } from "../ui/table/Table.tsx";

interface Stock {
  brand: string;
  count: number;
}
const columns: Column<Stock>[] = [
  { id: "brand", head: "Brand", value: (row) => row.brand },
  { id: "count", head: "Count", kind: "number", value: (row) => row.count },
];
const stock: Stock[] = [
  { brand: "Nimbu Soda", count: 6 },
  { brand: "Cola Zero", count: 4 },
  { brand: "Kokum Fizz", count: 0 },
];

export function RecordGallery() {
  return (
    <>
      <PageHead
        title="Koramangala 4th Block Lobby"
        chips={<StateChip state="Online" />}
        line={<Id value="VM-0001" label="vending machine id" />}
        action={
          <>
            <Button>Manage Inventory</Button>
            <Button kind="primary">Edit</Button>
          </>
        }
      />
      <div className="columns">
        <Card title="Details">
          <Facts
            of={[
              ["Location", "Lobby, 80 Feet Road, Koramangala 4th Block, Bengaluru 560034"],
              ["Profile", "Office 18 %"],
              ["Region", ""],
              ["Status", <StateChip key="s" state="active" />],
              ["Last seen", <RelativeTime key="t" at={Date.now() - 12_000} />],
              ["Strength", <SignalBars key="b" dBm={-62} />],
              ["Record", <Id key="i" value="665f1c009a2b665f1c009a2b" />],
            ]}
          />
        </Card>
        <Card title="Brand stock" flush>
          <Table
            label="Brand stock"
            columns={columns}
            of={{ state: "ready", data: stock }}
            rowId={(row) => row.brand}
            inCard
          />
        </Card>
      </div>
    </>
  );
}
