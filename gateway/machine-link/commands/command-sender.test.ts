import { expect, test } from "vitest";
import { until } from "#shared/testing/eventually.ts";
import { type GatewayUnderTest, setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { addPerson } from "../../testing/people.ts";
import { createHeld } from "../connections/held.ts";
import { createSettling } from "../facts/settling.ts";
import {
  commanded,
  giveCommand,
  listening,
  rowOf,
  rowsOf,
  signal,
  stateOf,
  wokenUp,
} from "../testing/given-command.ts";
import { keepUnits } from "../testing/kept-units.ts";
import { connectUnit, heardOn } from "../testing/link-under-test.ts";
import { createCommandSender } from "./command-sender.ts";
import { createSentCommands } from "./sent-commands.ts";

const kept = keepUnits();
const here = setUpGateway();
const there = setUpGateway({ beside: here });

const registered = async () => addUnit(here.parts, await addMachine(here.parts));
const listeningHere = async (login: { serialNumber: string; secret: string }) => kept(await listening(here, login));
const countOf = async (outcome: string) => {
  const { values } = await here.parts.metrics.commands.get();
  return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
};

test("a command is written to its unit as the protocol says, and its rows record when, to whom and how", async () => {
  const { serialNumber, secret } = await registered();
  const unit = await listeningHere({ serialNumber, secret });
  const before = await countOf("sent");
  const { commandId, session, sessionId } = await giveCommand(here, serialNumber, { channels: [3, 1] });

  // A node of a cluster counts none who listens at another one.
  expect(await signal(here, commandId)).toEqual(here.parts.keys.isCluster ? expect.any(Number) : 1);

  await until("the command", () => commanded(unit).length > 0);
  const command = await here.stores.commands.findOne({ _id: commandId });
  const expiresAt = command?.expiresAt.toISOString();
  expect(heardOn(unit, "command")).toEqual([{ commandId, sessionId, type: "open", channels: [3, 1], expiresAt }]);
  expect(command).toMatchObject({ state: "sent", gateway: here.parts.gatewayId });
  await until("its rows", async () => (await rowsOf(here, session)).every(({ sentAt }) => sentAt !== null));
  for (const row of await rowsOf(here, session)) {
    expect(row).toMatchObject({ serialNumber, connection: command?.connection, awaitsRestart: false });
    expect(row.sentAt).toEqual(command?.sentAt);
  }
  expect(await countOf("sent")).toBe(before + 1);
  await until("a worker is woken up", async () => (await wokenUp(here)).includes(sessionId));
});

test("a command that is signalled 20 times at once from two gateways is written once", async () => {
  const login = await registered();
  const unit = await listeningHere(login);
  const given = await Promise.all(Array.from({ length: 10 }, () => giveCommand(here, login.serialNumber)));

  await Promise.all(
    given.flatMap(({ commandId }) =>
      Array.from({ length: 20 }, (_, i) => signal(here, commandId, i % 2 === 0 ? here : there)),
    ),
  );

  await until("all of them", () => commanded(unit).length >= given.length);
  const last = await giveCommand(here, login.serialNumber);
  await signal(here, last.commandId);
  await until("the last one", () => commanded(unit).includes(last.commandId));
  const ids = [...given, last].map(({ commandId }) => commandId);
  expect(commanded(unit).toSorted()).toEqual(ids.toSorted());
});

test("a command is not sent once whoever gave it is suspended, or no operator any more", async () => {
  const login = await registered();
  const unit = await listeningHere(login);
  const people = [{ suspend: true }, { role: "customer" as const }, {}].map((person) =>
    addPerson(here.parts, { role: "staff", ...person }),
  );
  const given: string[] = [];
  for (const { _id: startedBy } of await Promise.all(people)) {
    const { commandId } = await giveCommand(here, login.serialNumber, { startedBy });
    given.push(commandId);
    await signal(here, commandId);
  }

  await until("the last one", () => commanded(unit).includes(given[2] ?? ""));
  await until("the others", async () => (await stateOf(here, given[1] ?? "")) === "cancelled");
  expect(await stateOf(here, given[0] ?? "")).toBe("cancelled");
  expect(commanded(unit)).toEqual([given[2]]);
});

test("of two gateways that both believe they have the unit, one writes", async () => {
  const { serialNumber, secretHash: credential } = await registered();
  const written: string[] = [];
  const believer = (gateway: GatewayUnderTest, id: string) => {
    const connection = { id, serialNumber, login: "unit" as const, credential, connectionNumber: 1, address: "" };
    const one = {
      connection,
      cameAt: 0,
      subscribed: true,
      lastHeard: null,
      telemetry: undefined,
      key: null,
      checksMac: false,
      isOwn: false,
    };
    return createCommandSender({
      ...gateway.parts,
      held: { ...createHeld(), ofUnit: () => one },
      sent: createSentCommands(gateway.parts),
      restarts: { note: async () => undefined },
      settling: createSettling(gateway.parts),
      lines: () => ({
        send: async (connectionId, { payload }) => {
          if ("commandId" in payload) written.push(payload.commandId);
          return connectionId === id;
        },
        end: async () => undefined,
        connections: () => [connection],
        roundTrip: async () => undefined,
      }),
    });
  };
  const believers = [believer(here, "c1"), believer(there, "c2")];
  const given = await Promise.all(Array.from({ length: 20 }, () => giveCommand(here, serialNumber)));

  await Promise.all(given.flatMap(({ commandId }) => believers.map(({ ready }) => ready(commandId))));

  expect(written.toSorted()).toEqual(given.map(({ commandId }) => commandId).toSorted());
});

test("a command past its time by the database's clock is not claimed and not written", async () => {
  const login = await registered();
  const unit = await listeningHere(login);
  const late = await giveCommand(here, login.serialNumber, { expiresInMs: -1 });
  const next = await giveCommand(here, login.serialNumber);

  await signal(here, late.commandId);
  await signal(here, next.commandId);

  await until("the next one", () => commanded(unit).length > 0);
  expect(commanded(unit)).toEqual([next.commandId]);
  expect(await stateOf(here, late.commandId)).toBe("ready");
  expect((await rowOf(here, late.session)).sentAt).toBeNull();
});

test("a unit that is not here, has left, or is not subscribed gets nothing: the command is rejected", async () => {
  const logins = [await registered(), await registered(), await registered(), await registered()] as const;
  const [away, left, deaf, deafened] = logins;
  const unit = await listeningHere(left);
  unit.leave();
  const unsubscribed = [kept(await connectUnit(here, deaf)), await listeningHere(deafened)];
  const unsubscriptions = [`vm/v1/${deafened.serialNumber}/down/#`];
  unsubscribed[1]?.send({ cmd: "unsubscribe", messageId: 7, unsubscriptions });
  const before = await countOf("rejected");

  for (const { serialNumber } of [away, left, deaf, deafened]) {
    const { commandId, session, sessionId } = await giveCommand(here, serialNumber);
    await until("its link is gone", async () => !(await here.parts.redis.get(here.parts.keys.link(serialNumber))));
    await signal(here, commandId);
    await until("its end", async () => (await stateOf(here, commandId)) === "rejected");
    await until("a worker is woken up", async () => (await wokenUp(here)).includes(sessionId));
    expect((await rowOf(here, session)).sentAt).toBeNull();
  }
  expect(await countOf("rejected")).toBe(before + 4);
  for (const one of unsubscribed) expect(heardOn(one, "command")).toEqual([]);
});

test("a unit that was moved to another machine, or is no longer authorised, gets nothing", async () => {
  const [moved, withdrawn] = [await registered(), await registered()];
  const listeners = [await listeningHere(moved), await listeningHere(withdrawn)];
  const given = [await giveCommand(here, moved.serialNumber), await giveCommand(here, withdrawn.serialNumber)];
  const { units: records } = here.stores;
  const elsewhere = await addMachine(here.parts);
  await records.updateOne({ serialNumber: moved.serialNumber }, { $set: { machine: elsewhere._id } });
  await records.updateOne({ serialNumber: withdrawn.serialNumber }, { $set: { authorised: false } });

  for (const [i, { commandId, session, sessionId }] of given.entries()) {
    await signal(here, commandId);
    await until("its end", async () => (await stateOf(here, commandId)) === ["moved", "rejected"][i]);
    await until("a worker is woken up", async () => (await wokenUp(here)).includes(sessionId));
    expect((await rowOf(here, session)).sentAt).toBeNull();
  }
  expect(listeners.flatMap(commanded)).toEqual([]);
});

test("a unit that is moved while its command is claimed gets nothing", async () => {
  const login = await registered();
  const unit = await listeningHere(login);
  const { commandId, session } = await giveCommand(here, login.serialNumber);
  const { units: records } = here.stores;
  const elsewhere = await addMachine(here.parts);
  const { findOne } = records;
  records.findOne = (async (...args: Parameters<typeof findOne>) => {
    records.findOne = findOne;
    const found = await findOne.apply(records, args);
    await records.updateOne({ serialNumber: login.serialNumber }, { $set: { machine: elsewhere._id } });
    return found;
  }) as typeof findOne;

  await signal(here, commandId);

  await until("its end", async () => (await stateOf(here, commandId)) === "moved");
  expect((await rowOf(here, session)).sentAt).toBeNull();
  const next = await giveCommand(here, login.serialNumber);
  await signal(here, next.commandId);
  await until("the next one", () => commanded(unit).length > 0);
  expect(commanded(unit)).toEqual([next.commandId]);
});

test("what was cancelled, or sent by another gateway, is left as it is", async () => {
  const login = await registered();
  const unit = await listeningHere(login);
  const { commands } = here.stores;
  for (const state of ["cancelled", "sent", "expired", "rejected"] as const) {
    const { commandId } = await giveCommand(here, login.serialNumber);
    await commands.updateOne({ _id: commandId }, { $set: { state } });
    await signal(here, commandId);
    await signal(there, commandId);
    expect(await stateOf(here, commandId)).toBe(state);
  }
  const next = await giveCommand(here, login.serialNumber);
  await signal(here, next.commandId);
  await until("the next one", () => commanded(unit).length > 0);
  expect(commanded(unit)).toEqual([next.commandId]);
});

test("rows that have ended by then are not marked as sent", async () => {
  const login = await registered();
  const unit = await listeningHere(login);
  const { commandId, session } = await giveCommand(here, login.serialNumber, { channels: [1, 2] });
  const { sessionRows } = here.stores;
  await sessionRows.updateOne({ session, channel: 1 }, { $set: { end: "cancelled" } });

  await signal(here, commandId);

  await until("the command", () => commanded(unit).length > 0);
  await until("the other row", async () => (await rowsOf(here, session))[1]?.sentAt);
  expect((await rowsOf(here, session))[0]?.sentAt).toBeNull();
});
