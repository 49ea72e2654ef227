import type { ObjectId } from "mongodb";
import type { FactDocument, SessionDocument, SessionRowDocument } from "#shared/runtime/documents/commands.ts";
import type { CanTransactionDocument } from "#shared/runtime/documents/transactions.ts";
import type { PastIds } from "./written.ts";

const livesMs = 30_000;
/** Until the unit had the command, and until its door was shut behind the customer. */
const sentMs = 300;
const acknowledgedMs = 650;
const closedMs = 4_000;

const known = (ms: number, seq: number, code: string | null = null): FactDocument => ({
  receivedAt: new Date(ms),
  at: new Date(ms - 40),
  boot: "past",
  seq,
  late: false,
  code,
  message: null,
  isLocked: null,
});

/** What the door of a transaction of the past said: it opened and was shut, or it jammed. */
const factsOf = ({ containerOpenTime }: CanTransactionDocument, began: number): SessionRowDocument["facts"] => {
  const acknowledged = known(began + acknowledgedMs, 1);
  if (!containerOpenTime) return { acknowledged, failed: known(began + 2_000, 2, "DOOR_JAMMED") };
  const opened = containerOpenTime.getTime();
  return { acknowledged, opened: known(opened, 2), closed: known(opened + closedMs, 3) };
};

/** The command that was to open its container, as the books keep it: long ended. */
export const openingOf = (
  can: CanTransactionDocument,
  ids: Pick<PastIds, "sessionRow">,
): { session: SessionDocument; row: SessionRowDocument } => {
  const { session: _id, machine, vendingMachineId, product, container, containerId, time: createdAt } = can;
  const began = createdAt.getTime();
  const facts = factsOf(can, began);
  const endedAt = new Date(Math.max(...Object.values(facts).map(({ receivedAt }) => receivedAt.getTime())));
  const expiresAt = new Date(began + livesMs);
  const channel = Number(containerId);
  const commandId = commandIdOf(_id);
  const failure = facts.failed?.code ?? null;
  return {
    session: {
      _id,
      machine,
      vendingMachineId,
      type: "open",
      channels: [channel],
      commandId,
      product,
      operationType: null,
      lockFailedTo: null,
      checks: null,
      resends: null,
      startedBy: null,
      status: failure ? "failed" : "completed",
      reason: failure,
      takesTurn: true,
      hasTurn: false,
      createdAt,
      expiresAt,
      startedAt: createdAt,
      finishedAt: endedAt,
      trace: "past",
    },
    row: {
      _id: ids.sessionRow(),
      session: _id,
      machine,
      vendingMachineId,
      type: "open",
      place: 0,
      container,
      label: containerId,
      channel,
      transactionId: can.transactionId,
      commandId,
      createdAt,
      expiresAt,
      sentAt: new Date(began + sentMs),
      serialNumber: null,
      connection: null,
      facts,
      factCount: Object.keys(facts).length,
      awaitsRestart: false,
      deadlineAt: null,
      end: failure ? "failed" : "done",
      endedAt,
      reason: failure,
      code: failure,
    },
  };
};

const commandIdOf = (session: ObjectId): string => `past-${session.toHexString()}`;
