import type {
  FactDocument,
  SessionDocument,
  SessionRowDocument,
} from "#shared/control-units/command.document.server.ts";
import type { Fact, FactName, ResultRow, RowState, Session } from "#shared/control-units/control-unit.schema.ts";
import { rowState } from "#shared/control-units/row.rules.ts";

const moment = (date: Date | null): string | null => date?.toISOString() ?? null;

export const sessionView = (session: SessionDocument): Session => ({
  sessionId: session._id.toHexString(),
  vendingMachine: session.machine.toHexString(),
  vendingMachineId: session.vendingMachineId,
  type: session.type,
  channels: session.channels,
  productId: session.product?.toHexString() ?? null,
  operationType: session.operationType,
  lockFailedTo: session.lockFailedTo,
  startedBy: session.startedBy?.toHexString() ?? null,
  status: session.status,
  reason: session.reason,
  createdAt: session.createdAt.toISOString(),
  expiresAt: session.expiresAt.toISOString(),
  startedAt: moment(session.startedAt),
  finishedAt: moment(session.finishedAt),
});

const factView = ({ receivedAt, at, late, code, message, isLocked }: FactDocument): Fact => ({
  receivedAt: receivedAt.toISOString(),
  at: moment(at),
  late,
  code,
  message,
  isLocked,
});

const stateOf: Record<FactName, RowState> = {
  acknowledged: "acknowledged",
  opened: "opened",
  closed: "closed",
  status: "answered",
  failed: "failed",
  restarted: "restarted",
};

/** Everything that became known of a row, in the order in which it did. */
const historyOf = (row: SessionRowDocument): ResultRow["history"] => {
  const facts = Object.entries(row.facts) as [FactName, FactDocument][];
  const ended = row.end !== null && row.end !== "done" && row.end !== "failed";
  return [
    { state: "queued" as const, at: row.createdAt, late: false },
    ...(row.sentAt ? [{ state: "sent" as const, at: row.sentAt, late: false }] : []),
    ...facts.map(([name, { receivedAt, late }]) => ({ state: stateOf[name], at: receivedAt, late })),
    ...(ended && row.endedAt ? [{ state: row.end as RowState, at: row.endedAt, late: false }] : []),
  ]
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, ...step }) => ({ ...step, at: at.toISOString() }));
};

export const rowView = (row: SessionRowDocument): ResultRow => {
  const { facts } = row;
  const history = historyOf(row);
  return {
    _id: row._id.toHexString(),
    sessionId: row.session.toHexString(),
    transactionId: row.transactionId ?? row.commandId,
    containerId: row.label,
    container: row.container?.toHexString() ?? null,
    channel: row.channel,
    vendingMachineId: row.vendingMachineId,
    requestType: row.type,
    // For a query the unit's answer counts; for a command that moves a door, the door that was seen open or closed.
    isOpened: facts.status ? facts.status.isLocked === false : facts.opened !== undefined,
    isClosed: facts.status ? facts.status.isLocked === true : facts.closed !== undefined,
    datetime: history.at(-1)?.at ?? row.createdAt.toISOString(),
    state: rowState(row),
    facts: Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, factView(fact)])),
    sentAt: moment(row.sentAt),
    endedAt: moment(row.endedAt),
    reason: row.reason,
    code: row.code,
    history,
  };
};
