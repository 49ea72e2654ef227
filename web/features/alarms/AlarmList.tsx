import { useMemo } from "react";
import type { Alarm } from "#shared/alarms/alarm.schema.ts";
import { kindOf } from "#shared/alarms/alarm-kinds.ts";
import { listClearedAlarms } from "#shared/alarms/alarm-work.api.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { withRecord } from "../../live/records.ts";
import { BulkTable } from "../../recipes/bulk/BulkTable.tsx";
import { type BulkAction, endOfEdit } from "../../recipes/bulk/bulk-action.ts";
import { useBulk } from "../../recipes/bulk/use-bulk.ts";
import { alarmsAtom, caseOf } from "../../records/alarms.atoms.ts";
import { useAtom, useAtomValue } from "../../state/jotai.ts";
import { serverNow } from "../../state/server-clock.ts";
import { operatorAtom } from "../../state/session.atoms.ts";
import { DayTime } from "../../ui/DayTime.tsx";
import { useListState } from "../../ui/list-state.ts";
import { Chip } from "../../ui/StateChip.tsx";
import { Empty } from "../../ui/States.tsx";
import { type Column, idOf } from "../../ui/table/column.ts";
import { Table } from "../../ui/table/Table.tsx";
import { severityLooks } from "./alarm-words.ts";
import { changeTo } from "./use-alarm-actions.ts";

const things: [string, string] = ["alarm", "alarms"];
const nameOf = ({ words }: Alarm) => words;
const listOptions = {};

const columns: Column<Alarm>[] = [
  { id: "words", head: "Alarm", width: 320, value: nameOf, link: caseOf, onPhone: "title" },
  {
    id: "severity",
    head: "Severity",
    kind: "choice",
    width: 116,
    value: ({ severity }) => severityLooks[severity].word,
    cell: ({ severity }) => <Chip {...severityLooks[severity]} />,
    onPhone: "side",
  },
  { id: "kind", head: "Kind", kind: "choice", width: 160, value: ({ kind }) => kindOf(kind).title, onPhone: "line" },
  { id: "since", head: "Since", kind: "time", value: ({ startedAt }) => startedAt },
  { id: "count", head: "Times", kind: "number", width: 80, value: ({ count }) => count },
  { id: "assignee", head: "Assigned to", width: 140, value: ({ assignee }) => assignee?.name ?? "" },
  { id: "seen", head: "Acknowledged by", value: ({ seenBy }) => seenBy?.name ?? "" },
];

const hour = 3_600_000;
const actionsOf = (operator: string | undefined): readonly BulkAction<Alarm>[] => [
  {
    words: "Acknowledge",
    icon: "pi-check",
    whyNot: ({ seenBy }) => (seenBy ? "It is acknowledged already" : null),
    do: async (alarm) => endOfEdit(await changeTo(alarm, { seen: true }, { quiet: true })),
  },
  {
    words: "Assign to me",
    icon: "pi-user",
    whyNot: ({ assignee }) => (assignee?._id === operator ? "It is assigned to you already" : null),
    do: async (alarm) => endOfEdit(await changeTo(alarm, { assignee: operator ?? null }, { quiet: true })),
  },
  {
    words: "Snooze for 2 hours",
    icon: "pi-clock",
    do: async (alarm) =>
      endOfEdit(
        await changeTo(alarm, { snoozedUntil: new Date(serverNow() + 2 * hour).toISOString() }, { quiet: true }),
      ),
  },
];

/** All open alarms as a table, of which several can be acknowledged at once. */
export function AlarmList() {
  const [load, send] = useAtom(alarmsAtom);
  const operator = useAtomValue(operatorAtom);
  const list = useListState(listOptions);
  const actions = useMemo(() => actionsOf(operator?._id), [operator?._id]);
  const bulk = useBulk({ list: "alarms", rows: load.data, rowId: idOf, nameOf, things, actions });
  return (
    <BulkTable
      bulk={bulk}
      label="Alarms"
      columns={columns}
      of={load}
      onRetry={() => send({ do: "retry" })}
      list={list}
      empty={
        <Empty title="Nothing is wrong" icon="pi-check-circle">
          <CalmSince />
        </Empty>
      }
    />
  );
}

const byClearing = (alarms: Alarm[]) =>
  alarms.toSorted((a, b) => Date.parse(b.clearedAt ?? "") - Date.parse(a.clearedAt ?? ""));
const clearedAtom = liveAtom<Alarm[]>({
  rooms: ["alarms"],
  load: loadBy(listClearedAlarms, {}, ({ alarms }) => alarms),
  handlers: {
    "alarm.changed": (known, incoming) =>
      incoming.state === "cleared"
        ? byClearing(withRecord(known, incoming))
        : known.filter(({ _id }) => _id !== incoming._id),
  },
});

/** Since when nothing is wrong, and what was; nothing where that is not known. */
export function CalmSince() {
  const [last] = useAtomValue(clearedAtom).data ?? [];
  if (!last?.clearedAt) return null;
  return (
    <>
      Since <DayTime at={last.clearedAt} />. The last alarm was: {last.words}.
    </>
  );
}

const clearedColumns: Column<Alarm>[] = [
  ...columns.filter(({ id }) => !["assignee", "seen"].includes(id)),
  { id: "clearedAt", head: "Cleared", kind: "time", value: ({ clearedAt }) => clearedAt },
  { id: "clearedBy", head: "Cleared by", value: ({ clearedBy }) => clearedBy?.name ?? "itself" },
];

/** What was wrong lately. */
export function ClearedAlarms() {
  const [load, send] = useAtom(clearedAtom);
  return (
    <Table
      label="Cleared alarms"
      columns={clearedColumns}
      of={load}
      onRetry={() => send({ do: "retry" })}
      rowId={idOf}
      things={things}
      empty={<Empty title="No alarm has cleared" icon="pi-bell" />}
    />
  );
}
