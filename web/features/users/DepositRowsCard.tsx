import { useMemo } from "react";
import type { DepositRow } from "#shared/deposits/deposit.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { useAtom } from "../../state/jotai.ts";
import { mapLoad } from "../../state/load.ts";
import { Card } from "../../ui/Card.tsx";
import { DayTime } from "../../ui/DayTime.tsx";
import { Money } from "../../ui/Money.tsx";
import { Empty } from "../../ui/States.tsx";
import type { Column } from "../../ui/table/column.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useOwnList } from "../../ui/table/table-list.ts";
import { depositRowsAtomOf } from "./deposit-rows.atoms.ts";

const kinds: Record<DepositRow["by"]["kind"], string> = {
  operator: "Operator",
  system: "Cansole",
  intake: "Intake",
  provider: "Payment provider",
  job: "Worker",
};
const why = ({ reason, ref }: DepositRow) => reason || (ref ? ref.kind : "");
const plain = { sortable: false, filterable: false } as const;
const rupees = (id: "deposit" | "securityDeposit", head: string): Column<DepositRow> => ({
  id,
  head,
  ...plain,
  kind: "number",
  width: 116,
  onPhone: "field",
  value: (row) => row[id],
  cell: (row) => <Money amount={row[id]} />,
});
const slots = (id: "depositBought" | "depositUsed" | "freeDeposit", head: string): Column<DepositRow> => ({
  id,
  head,
  ...plain,
  kind: "number",
  width: 88,
  onPhone: "field",
  value: (row) => row[id],
});

const columns: Column<DepositRow>[] = [
  {
    id: "at",
    head: "Time",
    kind: "time",
    ...plain,
    width: 150,
    onPhone: "field",
    value: ({ at }) => at,
    cell: ({ at }) => <DayTime at={at} />,
  },
  rupees("deposit", "Deposit"),
  rupees("securityDeposit", "Security"),
  slots("depositBought", "Bought"),
  slots("depositUsed", "Used"),
  slots("freeDeposit", "Free"),
  {
    id: "reason",
    head: "Reason",
    ...plain,
    width: 180,
    onPhone: "field",
    value: why,
    link: ({ ref }) => ref && pathTo(ref.kind, { id: ref.id }),
  },
  { id: "by", head: "By", ...plain, width: 130, onPhone: "field", value: ({ by }) => by.name || kinds[by.kind] },
];
const idOf = ({ _id }: DepositRow) => _id;

/** How the deposit came to be what it is: every change of it, the newest first. */
export function DepositRowsCard({ user }: { user: string }) {
  const list = useOwnList();
  const [load, send] = useAtom(useMemo(() => depositRowsAtomOf(user, list.page), [user, list.page]));
  const rows = useMemo(() => mapLoad(load, (page) => page.rows), [load]);
  const { pages, total } = load.data ?? { pages: 1, total: 0 };
  return (
    <Card title="Deposit changes" flush>
      <Table
        inCard
        label="Deposit changes"
        columns={columns}
        of={rows}
        onRetry={() => send({ do: "retry" })}
        rowId={idOf}
        list={list}
        paged={{ pages, total }}
        things={["change", "changes"]}
        empty={<Empty title="No deposit was changed yet" icon="pi-check-circle" />}
      />
    </Card>
  );
}
