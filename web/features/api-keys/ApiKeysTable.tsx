import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import type { Load } from "../../state/load.ts";
import { nowAtom } from "../../state/now.atoms.ts";
import { ActionButton } from "../../ui/ActionButton.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Chip } from "../../ui/StateChip.tsx";
import { Empty } from "../../ui/States.tsx";
import { type Column, idOf } from "../../ui/table/column.ts";
import { Table } from "../../ui/table/Table.tsx";
import { endApiKeyAtom, type ShownKey } from "./api-keys.atoms.ts";
import { callsOf } from "./scope-words.ts";

function End({ _id, name, endedAt }: ShownKey) {
  const end = useSetAtom(endApiKeyAtom);
  if (endedAt !== null) return <Chip tone="quiet" icon="pi-ban" word="Ended" />;
  const question = {
    title: `End the key of ${name}?`,
    body: "Calls with it are refused at once, and customers cannot order through it. This cannot be undone.",
    action: "End key",
    danger: true,
  };
  return (
    <ActionButton small danger kind="quiet" question={question} action={() => end(_id)}>
      End <span className="unseen">{`the key of ${name}`}</span>
    </ActionButton>
  );
}

const moment = (at: string | null) => (at === null ? "not used yet" : <RelativeTime at={at} />);

const warnMs = 30 * 86_400_000;

/** Its calls are refused from then on: a warning is shown a month before. */
function Expiry({ expiresAt, endedAt }: ShownKey) {
  const now = useAtomValue(nowAtom);
  if (expiresAt === null) return "never";
  const at = <RelativeTime at={expiresAt} />;
  const left = Date.parse(expiresAt) - now;
  if (endedAt !== null || left > warnMs) return at;
  return (
    <>
      <Chip tone={left > 0 ? "warn" : "danger"} icon="pi-clock" word={left > 0 ? "Expires soon" : "Expired"} /> {at}
    </>
  );
}

/** Whoever made a key has seen it: an admin who has left knows it until it ends. */
function Maker({ maker, endedAt }: ShownKey) {
  if (maker === null) return "–";
  if (maker.maySignIn || endedAt !== null) return maker.name;
  return (
    <>
      <Chip tone="warn" icon="pi-user-minus" word="May not sign in" /> {maker.name}
    </>
  );
}

const columns: Column<ShownKey>[] = [
  { id: "name", head: "Name", value: ({ name }) => name, onPhone: "whole" },
  {
    id: "expiresAt",
    head: "Expires",
    kind: "time",
    width: 200,
    value: ({ expiresAt }) => expiresAt,
    cell: (key) => <Expiry {...key} />,
    onPhone: "whole",
  },
  {
    id: "scopes",
    head: "May Call",
    value: ({ scopes }) => callsOf(scopes),
    onPhone: "whole",
  },
  {
    id: "lastUsedAt",
    head: "Last Used",
    kind: "time",
    value: ({ lastUsedAt }) => lastUsedAt,
    cell: ({ lastUsedAt }) => moment(lastUsedAt),
    onPhone: "field",
  },
  {
    id: "createdAt",
    head: "Created",
    kind: "time",
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => moment(createdAt),
    onPhone: "field",
  },
  {
    id: "createdBy",
    head: "Created By",
    width: 200,
    value: ({ maker }) => maker?.name ?? null,
    cell: (key) => <Maker {...key} />,
    onPhone: "field",
  },
  {
    id: "end",
    head: "End",
    kind: "time",
    value: ({ endedAt }) => endedAt,
    cell: (key) => <End {...key} />,
    sortable: false,
    onPhone: "field",
    saysItself: true,
  },
];

/** Every key, ended ones too: the audit names them. */
export function ApiKeysTable({ of, onRetry }: { of: Load<ShownKey[]>; onRetry: () => void }) {
  return (
    <Table
      label="API Keys"
      columns={columns}
      of={of}
      onRetry={onRetry}
      rowId={idOf}
      things={["key", "keys"]}
      empty={<Empty title="There is no key yet" icon="pi-key" />}
    />
  );
}
