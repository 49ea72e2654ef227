import { ObjectId } from "mongodb";
import type {
  CommandDocument,
  SessionDocument,
  SessionRowDocument,
} from "../../control-units/command.document.server.ts";
import { namesContainers, takesTurn } from "../../control-units/control-unit.rules.ts";
import type { MachineDocument } from "../../machines/machine.document.server.ts";

const livesMs = 30_000;

/** A session that waits for its turn: it opens channel 1 unless the test says otherwise. */
export const aSession = (
  machine: Pick<MachineDocument, "_id" | "vendingMachineId">,
  options: Partial<SessionDocument> = {},
): SessionDocument => {
  const { type = "open", createdAt = new Date() } = options;
  return {
    _id: new ObjectId(),
    machine: machine._id,
    vendingMachineId: machine.vendingMachineId,
    type,
    channels: namesContainers(type) ? [1] : [],
    commandId: new ObjectId().toHexString(),
    product: null,
    operationType: null,
    lockFailedTo: null,
    checks: null,
    resends: null,
    startedBy: null,
    status: "queued",
    reason: null,
    takesTurn: takesTurn(type),
    hasTurn: false,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + livesMs),
    startedAt: null,
    finishedAt: null,
    trace: "test",
    ...options,
  };
};

/** The rows of a session of which nothing is known yet, one for each channel. */
export const rowsOfSession = (
  { _id, machine, vendingMachineId, type, channels, commandId, createdAt, expiresAt }: SessionDocument,
  options: Partial<SessionRowDocument> = {},
): SessionRowDocument[] =>
  (channels.length > 0 ? channels : [null]).map((channel, place) => ({
    _id: new ObjectId(),
    session: _id,
    machine,
    vendingMachineId,
    type,
    place,
    container: null,
    label: String(channel ?? ""),
    channel,
    transactionId: null,
    commandId,
    createdAt,
    expiresAt,
    sentAt: null,
    serialNumber: null,
    connection: null,
    facts: {},
    factCount: 0,
    awaitsRestart: false,
    deadlineAt: expiresAt,
    end: null,
    endedAt: null,
    reason: null,
    code: null,
    ...options,
  }));

/** The session's command, ready to be claimed. */
export const commandOfSession = (
  { _id, machine, type, channels, commandId, createdAt, expiresAt, startedBy, trace }: SessionDocument,
  serialNumber: string,
): CommandDocument => ({
  _id: commandId,
  session: _id,
  machine,
  serialNumber,
  type,
  channels,
  expiresAt,
  state: "ready",
  createdAt,
  sentAt: null,
  gateway: null,
  connection: null,
  startedBy,
  trace,
});
