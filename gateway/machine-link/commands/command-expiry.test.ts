import { expect, test } from "vitest";
import { commandLimits } from "#shared/control-units/row.rules.ts";
import type { UnitDocument } from "#shared/registration/unit.document.server.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { createSettling } from "../facts/settling.ts";
import { deliverCommand, giveCommand, listening, rowOf, stateOf } from "../testing/given-command.ts";
import { keepUnits } from "../testing/kept-units.ts";
import { heardOn } from "../testing/link-under-test.ts";
import { createCommandSender } from "./command-sender.ts";
import { createSentCommands } from "./sent-commands.ts";

const kept = keepUnits();
const gateway = setUpGateway();

const registered = async () => addUnit(gateway.parts, await addMachine(gateway.parts));
const stored = async (commandId: string) => {
  const command = await gateway.stores.commands.findOne({ _id: commandId });
  if (!command?.sentAt) throw new Error("this command was not sent");
  return { sentAt: command.sentAt.getTime(), expiresAt: command.expiresAt.toISOString() };
};

test.each([
  ["the moment at which its row may end unanswered", 30_000, commandLimits.acknowledgeMs],
  ["never after the session's", 4_000, null],
])("the expiry that a unit reads is %s", async (_, expiresInMs, afterClaim) => {
  const login = await registered();
  const unit = kept(await listening(gateway, login));

  const { commandId, session } = await deliverCommand(gateway, unit, login.serialNumber, { expiresInMs });

  const { sentAt, expiresAt } = await stored(commandId);
  const given = await rowOf(gateway, session);
  expect(expiresAt).toBe(
    afterClaim === null ? given.expiresAt.toISOString() : new Date(sentAt + afterClaim).toISOString(),
  );
  expect(heardOn(unit, "command")[0]?.expiresAt).toBe(expiresAt);
  await eventually(async () => expect((await rowOf(gateway, session)).sentAt?.getTime()).toBe(sentAt));
});

/** A sender of its own, with a unit that receives whatever it is sent. */
const senderFor = (
  { serialNumber, secretHash }: Pick<UnitDocument, "serialNumber" | "secretHash">,
  options: Partial<Parameters<typeof createCommandSender>[0]> = {},
) => {
  const connection = {
    id: "c1",
    serialNumber,
    login: "unit" as const,
    credential: secretHash,
    connectionNumber: 1,
    address: "",
  };
  const written: string[] = [];
  const one = { connection, subscribed: true, lastHeard: null, telemetry: undefined, key: null, isOwn: false };
  const sender = createCommandSender({
    ...gateway.parts,
    held: { ofUnit: () => one } as unknown as Parameters<typeof createCommandSender>[0]["held"],
    sent: createSentCommands(gateway.parts),
    restarts: { note: async () => undefined },
    settling: createSettling(gateway.parts),
    lines: () => ({
      send: async (_, { topic }) => written.push(topic) > 0,
      end: async () => undefined,
      connections: () => [connection],
      roundTrip: async () => undefined,
    }),
    ...options,
  });
  return { sender, written };
};

test("a claim whose answer comes when the command is too late writes nothing, and says so", async () => {
  const unit = await registered();
  const { databaseClock } = gateway.parts;
  const tooLate = () => databaseClock.now() + commandLimits.acknowledgeMs + 1_000;
  const { sender, written } = senderFor(unit, { databaseClock: { ...databaseClock, now: tooLate } });
  const { commandId, session } = await giveCommand(gateway, unit.serialNumber);

  await sender.ready(commandId);

  expect(await stateOf(gateway, commandId)).toBe("expired");
  expect(written).toEqual([]);
  expect((await rowOf(gateway, session)).sentAt).toBeNull();
});

test("what was requested before MongoDB's clock was set back is not sent", async () => {
  const unit = await registered();
  const { sender, written } = senderFor(unit);
  const { commandId } = await giveCommand(gateway, unit.serialNumber);
  const hourLater = (field: string) => ({ $add: [field, 3_600_000] });
  const times = { createdAt: hourLater("$createdAt"), expiresAt: hourLater("$expiresAt") };
  await gateway.stores.commands.updateOne({ _id: commandId }, [{ $set: times }]);

  await sender.ready(commandId);

  expect(await stateOf(gateway, commandId)).toBe("ready");
  expect(written).toEqual([]);
});

test("a connection whose secret was replaced is given no command, also before this gateway is notified of it", async () => {
  const unit = await registered();
  const { sender, written } = senderFor({ ...unit, secretHash: "the hash of the secret before" });
  const { commandId } = await giveCommand(gateway, unit.serialNumber);

  await sender.ready(commandId);

  expect(await stateOf(gateway, commandId)).toBe("rejected");
  expect(written).toEqual([]);
});

test("that a command went out waits for the unit's answer a while, but is written before its gateway stops", async () => {
  const unit = await registered();
  const limits = { ...gateway.parts.limits, noteSentAfterMs: 600_000 };
  const { sender, written } = senderFor(unit, { limits });
  const { commandId, session } = await giveCommand(gateway, unit.serialNumber);
  const given = sender.ready(commandId);
  await eventually(() => expect(written).toEqual(["command"]));
  expect((await rowOf(gateway, session)).sentAt).toBeNull();

  await sender.stop();
  await given;

  const { sentAt } = await stored(commandId);
  expect((await rowOf(gateway, session)).sentAt?.getTime()).toBe(sentAt);
});
