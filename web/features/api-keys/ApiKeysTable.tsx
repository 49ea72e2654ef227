import type { ApiKey } from "#shared/api-keys/api-key.schema.ts";
import { useSetAtom } from "../../state/jotai.ts";
import type { Load } from "../../state/load.ts";
import { DeedButton } from "../../ui/DeedButton.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Chip } from "../../ui/StateChip.tsx";
import { Empty } from "../../ui/States.tsx";
import { type Column, idOf } from "../../ui/table/column.ts";
import { Table } from "../../ui/table/Table.tsx";
import { endApiKeyAtom } from "./api-keys.atoms.ts";

function End({ _id, name, endedAt }: ApiKey) {
  const end = useSetAtom(endApiKeyAtom);
  if (endedAt !== null) return <Chip tone="quiet" icon="pi-ban" word="Ended" />;
  const question = {
    title: `End the key of ${name}?`,
    body: "Whoever uses it is refused at once, and customers cannot order through it. It cannot be taken back.",
    action: "End key",
    danger: true,
  };
  return (
    <DeedButton small danger kind="quiet" question={question} deed={() => end(_id)}>
      End <span className="unseen">{`the key of ${name}`}</span>
    </DeedButton>
  );
}

const moment = (at: string | null) => (at === null ? "not used yet" : <RelativeTime at={at} />);

const columns: Column<ApiKey>[] = [
  { id: "name", head: "Name", value: ({ name }) => name, onPhone: "title" },
  {
    id: "lastUsedAt",
    head: "Last Used",
    kind: "time",
    value: ({ lastUsedAt }) => lastUsedAt,
    cell: ({ lastUsedAt }) => moment(lastUsedAt),
    onPhone: "line",
  },
  {
    id: "createdAt",
    head: "Created",
    kind: "time",
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => moment(createdAt),
  },
  {
    id: "end",
    head: "End",
    kind: "time",
    value: ({ endedAt }) => endedAt,
    cell: (key) => <End {...key} />,
    sortable: false,
    onPhone: "side",
  },
];

/** Every key, ended ones too: the audit names them. */
export function ApiKeysTable({ of, onRetry }: { of: Load<ApiKey[]>; onRetry: () => void }) {
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
