import { useMemo } from "react";
import { listDepositRows } from "#shared/deposits/deposit.api.ts";
import type { DepositRow } from "#shared/deposits/deposit.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { loadAgain } from "../../live/follow.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { useAtom } from "../../state/jotai.ts";
import { mapLoad } from "../../state/load.ts";
import { Empty } from "../../ui/States.tsx";
import { TableCard } from "../../ui/TableCard.tsx";
import type { Column } from "../../ui/table/column.ts";
import { useOwnList } from "../../ui/table/table-list.ts";

interface DepositRowPage {
  rows: readonly DepositRow[];
  pages: number;
  total: number;
}

/** A page of a user's deposit rows; each change of the deposit has made one, so it loads again. */
const depositRowsAtomOf = (user: string, page: number) =>
  liveAtom<DepositRowPage>({
    rooms: [`user/${user}`],
    load: loadBy(listDepositRows, { query: { user, page: String(page) } }, ({ rows, pages, total }) => ({
      rows,
      pages,
      total,
    })),
    handlers: { "deposit.changed": () => loadAgain },
  });

const kinds: Record<DepositRow["by"]["kind"], string> = {
  operator: "Operator",
  system: "Cansole",
  intake: "Intake",
  provider: "Payment provider",
  job: "Worker",
};
const why = ({ reason, ref }: DepositRow) => reason || (ref ? ref.kind : "");
const plain = { sortable: false, filterable: false } as const;
type Figure = "deposit" | "securityDeposit" | "depositBought" | "depositUsed" | "freeDeposit";
const figure = (id: Figure, head: string, looks: Pick<Column<DepositRow>, "width" | "as">): Column<DepositRow> => ({
  id,
  head,
  ...plain,
  kind: "number",
  onPhone: "field",
  value: (row) => row[id],
  ...looks,
});
const rupees = { width: 116, as: "money" } as const;
const slots = { width: 88 };

const columns: Column<DepositRow>[] = [
  { id: "at", head: "Time", kind: "time", ...plain, width: 150, onPhone: "field", value: ({ at }) => at, as: "moment" },
  figure("deposit", "Deposit", rupees),
  figure("securityDeposit", "Security", rupees),
  figure("depositBought", "Bought", slots),
  figure("depositUsed", "Used", slots),
  figure("freeDeposit", "Free", slots),
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

/** How the deposit came to be what it is: every change of it, the newest first. */
export function DepositRowsCard({ user }: { user: string }) {
  const list = useOwnList();
  const [load, send] = useAtom(useMemo(() => depositRowsAtomOf(user, list.page), [user, list.page]));
  const rows = useMemo(() => mapLoad(load, (page) => page.rows), [load]);
  const { pages, total } = load.data ?? { pages: 1, total: 0 };
  return (
    <TableCard
      title="Deposit changes"
      columns={columns}
      of={rows}
      onRetry={() => send({ do: "retry" })}
      list={list}
      paged={{ pages, total }}
      things={["change", "changes"]}
      empty={<Empty title="No deposit was changed yet" icon="pi-check-circle" />}
    />
  );
}
