import type { FactName, ResultRow, Session } from "#shared/control-units/control-unit.schema.ts";

export const sessionId = "5".repeat(24);
const start = Date.UTC(2026, 10, 21, 9);
/** Milliseconds after the sending. */
export const moment = (ms: number) => new Date(start + ms).toISOString();

/** A session that runs, as the gateway sends it. */
export const aShownSession = (more: Partial<Session> = {}): Session => ({
  sessionId,
  vendingMachine: "b".repeat(24),
  vendingMachineId: "AX-1",
  type: "open",
  channels: [1],
  productId: null,
  operationType: null,
  lockFailedTo: null,
  startedBy: null,
  status: "running",
  reason: null,
  createdAt: moment(0),
  expiresAt: moment(30_000),
  startedAt: moment(0),
  finishedAt: null,
  ...more,
});

/** Facts by the milliseconds after the sending. */
export type FactTimes = Partial<Record<FactName, number>>;

export const aShownFact = (afterMs: number, late = false, isLocked: boolean | null = null) => ({
  receivedAt: moment(afterMs),
  at: moment(afterMs),
  late,
  code: null,
  message: null,
  isLocked,
});

/** A row of that session, as the gateway sends it. A fact after `endedAfter` came late. */
export const aShownRow = (
  label: string,
  facts: FactTimes = {},
  { endedAfter = null, ...more }: Partial<ResultRow> & { endedAfter?: number | null } = {},
): ResultRow => ({
  _id: label.padStart(24, "0"),
  sessionId,
  transactionId: "e".repeat(24),
  containerId: label,
  container: label.padStart(24, "b"),
  channel: 1,
  vendingMachineId: "AX-1",
  requestType: "open",
  isOpened: facts.opened !== undefined,
  isClosed: facts.closed !== undefined,
  datetime: moment(0),
  state: "queued",
  facts: Object.fromEntries(
    Object.entries(facts).map(([name, ms]) => [name, aShownFact(ms, endedAfter !== null && ms > endedAfter)]),
  ),
  sentAt: null,
  endedAt: endedAfter === null ? null : moment(endedAfter),
  reason: null,
  code: null,
  history: [],
  ...more,
});
