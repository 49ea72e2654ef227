import { randomBytes } from "node:crypto";
import { ObjectId } from "mongodb";
import type { SessionRowDocument } from "#shared/control-units/command.document.server.ts";
import type { CommandType, ResultMessage } from "#shared/events/machine-topics.ts";
import { aSession, commandOfSession, rowsOfSession } from "#shared/runtime/testing/stored-sessions.ts";
import { until } from "#shared/testing/eventually.ts";
import type { RawUnit } from "../../../broker/testing/raw-unit.ts";
import type { GatewayUnderTest } from "../../testing/gateway-under-test.ts";
import { at, connectUnit, heardOn, listen, sayAcknowledged, up } from "./link-under-test.ts";

type Parts = Pick<GatewayUnderTest, "parts">;
type Login = { serialNumber: string; secret: string };

interface Options {
  type?: CommandType;
  channels?: number[];
  expiresInMs?: number;
  startedBy?: ObjectId;
  row?: Partial<SessionRowDocument>;
}

/** What the workers have stored when a session's turn comes: its rows, and the command, ready to be sent. */
export const giveCommand = async (
  { parts }: Parts,
  serialNumber: string,
  { type = "open", channels = [1], expiresInMs = 30_000, startedBy, row = {} }: Options = {},
) => {
  const { commands, sessionRows, units } = parts.mongo.collections;
  const unit = await units.findOne({ serialNumber });
  const at = { _id: unit?.machine ?? new ObjectId(), vendingMachineId: "VM" };
  const expiresAt = new Date(Date.now() + expiresInMs);
  const commandId = randomBytes(12).toString("hex");
  const given = aSession(at, { type, channels, expiresAt, commandId, startedBy: startedBy ?? null });
  await sessionRows.insertMany(rowsOfSession(given, row));
  await commands.insertOne(commandOfSession(given, serialNumber));
  const { _id: session } = given;
  return { commandId, session, sessionId: session.toHexString() };
};

/** Notifies one gateway that a command waits for it; returns how many received it. */
export const signal = ({ parts }: Parts, commandId: string, from: Parts = { parts }): Promise<number> =>
  from.parts.bus.publish("command.ready", { commandId }, parts.gatewayId);

export const stateOf = async ({ parts }: Parts, commandId: string) =>
  (await parts.mongo.collections.commands.findOne({ _id: commandId }))?.state;

/** The rows of a session, in the order in which they were named. */
export const rowsOf = ({ parts }: Parts, session: ObjectId) =>
  parts.mongo.collections.sessionRows.find({ session }).sort({ place: 1 }).toArray();

export const rowOf = async (gateway: Parts, session: ObjectId): Promise<SessionRowDocument> => {
  const [row] = await rowsOf(gateway, session);
  if (!row) throw new Error("this session has no row");
  return row;
};

/** Sessions that workers were woken up for, each as often as it happened. */
export const wokenUp = async ({ parts: { redis, keys } }: Parts): Promise<string[]> => {
  const queue = `${keys.queue("control-units")}:control-units`;
  const ids = await redis.lrange(`${queue}:wait`, 0, -1);
  const jobs = await Promise.all(ids.map((id) => redis.hmget(`${queue}:${id}`, "name", "data")));
  return jobs.flatMap(([name, data]) => (name === "session.settle" ? [JSON.parse(data ?? "{}").sessionId] : []));
};

/** A unit that can be commanded. */
export const listening = async (gateway: GatewayUnderTest, login: Login): Promise<RawUnit> => {
  const unit = await connectUnit(gateway, login);
  await listen(unit, login.serialNumber);
  await until("it has got the time", () => heardOn(unit, "time").length > 0);
  return unit;
};

/** The ids of the commands that a unit has received, as they came. */
export const commanded = (unit: RawUnit): unknown[] => heardOn(unit, "command").map(({ commandId }) => commandId);

/** Gives a command and waits until the unit has it. */
export const deliverCommand = async (
  gateway: GatewayUnderTest,
  unit: RawUnit,
  serialNumber: string,
  options?: Options,
) => {
  const given = await giveCommand(gateway, serialNumber, options);
  await signal(gateway, given.commandId);
  await until("the command", () => commanded(unit).includes(given.commandId));
  return given;
};

let messageId = 10;
let seq = 0;
/** Reports a fact and waits for its PUBACK. Its `seq` is higher than that of all before, unless it is given. */
export const report = async (
  unit: RawUnit,
  serialNumber: string,
  result: Pick<ResultMessage, "commandId" | "channel" | "fact"> & Partial<ResultMessage>,
): Promise<ResultMessage> => {
  messageId += 1;
  seq += 1;
  const message = { at, boot: "b1", seq, ...result };
  await sayAcknowledged(unit, up(serialNumber, "result"), message, messageId);
  return message;
};

/** Says the state of locks and waits for the PUBACK. */
export const sayLocks = async (
  unit: RawUnit,
  serialNumber: string,
  locks: Record<number, boolean>,
  order: { boot?: string; seq?: number; full?: boolean; at?: string } = {},
): Promise<void> => {
  messageId += 1;
  seq += 1;
  const containers = Object.entries(locks).map(([channel, isLocked]) => ({ channel: Number(channel), isLocked }));
  await sayAcknowledged(
    unit,
    up(serialNumber, "locks"),
    { containers, full: false, at, boot: "b1", seq, ...order },
    messageId,
  );
};

/** As `sayLocks`, with the number that the test says; `full` is a report of all locks. */
export const reportLocks = (
  unit: RawUnit,
  serialNumber: string,
  boot: string,
  seq: number,
  locks: Record<number, boolean>,
  full = false,
): Promise<void> => sayLocks(unit, serialNumber, locks, { boot, seq, full });

/** The number that the next report of this file will have. */
export const nextSeq = (): number => seq + 1;
