import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import type { SessionDocument, SessionRowDocument } from "#shared/control-units/command.document.server.ts";
import { namesContainers, offlineText, takesTurn } from "#shared/control-units/control-unit.rules.ts";
import { rejected } from "#shared/control-units/row.rules.ts";
import type { CommandType } from "#shared/events/machine-topics.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import type { CommandedContainer } from "./named-containers.ts";

/** An operator's request to a machine. `containers` in their order; none for a ping or restart. */
export interface Input {
  type: CommandType;
  containers: CommandedContainer[];
  product: ObjectId | null;
  operationType: string | null;
  lockFailedTo: string | null;
  checks: ObjectId | null;
  resends: ObjectId | null;
}
export type CommandedMachine = Pick<MachineDocument, "_id" | "vendingMachineId">;
/** The times are the database's to write. */
export type SessionDraft = Omit<SessionDocument, "createdAt" | "expiresAt" | "finishedAt">;

export interface Origin {
  actor: Actor;
  trace: string;
  /** The unit is surely not connected: the session has failed before it could begin. */
  offline: boolean;
}

export const sessionDraftOf = (
  machine: CommandedMachine,
  input: Input,
  { actor, trace, offline }: Origin,
): SessionDraft => ({
  _id: new ObjectId(),
  machine: machine._id,
  vendingMachineId: machine.vendingMachineId,
  type: input.type,
  channels: input.containers.map(({ channel }) => channel),
  commandId: new ObjectId().toHexString(),
  product: input.product,
  operationType: input.operationType,
  lockFailedTo: input.lockFailedTo,
  checks: input.checks,
  resends: input.resends,
  startedBy: actor.id,
  status: offline ? "failed" : "queued",
  reason: offline ? offlineText : null,
  takesTurn: takesTurn(input.type),
  hasTurn: false,
  startedAt: null,
  trace,
});

const nothingKnown = {
  sentAt: null,
  serialNumber: null,
  connection: null,
  facts: {},
  factCount: 0,
  awaitsRestart: false,
};
const goesOn = { end: null, endedAt: null, reason: null, code: null };

/** A row for each container, or the only one of a ping or restart. `transactionId` is the customer's transaction. */
export const newRowsOf = (
  session: SessionDocument,
  containers: CommandedContainer[],
  transactionId: string | null = null,
): SessionRowDocument[] => {
  const failed = session.status === "failed";
  const named = namesContainers(session.type) ? containers : [null];
  return named.map((container, place) => ({
    _id: new ObjectId(),
    session: session._id,
    machine: session.machine,
    vendingMachineId: session.vendingMachineId,
    type: session.type,
    place,
    container: container?._id ?? null,
    label: container?.label ?? "",
    channel: container?.channel ?? null,
    commandId: session.commandId,
    createdAt: session.createdAt,
    expiresAt: session.expiresAt,
    ...nothingKnown,
    transactionId,
    deadlineAt: failed ? null : session.expiresAt,
    ...(failed ? { ...rejected, endedAt: session.createdAt } : goesOn),
  }));
};
