import { describe, expect, test } from "vitest";
import { until } from "#shared/testing/eventually.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { deliverCommand, listening, report, rowOf, rowsOf, wokenUp } from "../testing/given-command.ts";
import { keepUnits } from "../testing/kept-units.ts";
import { at, counted } from "../testing/link-under-test.ts";

const kept = keepUnits();
const gateway = setUpGateway();

const unitHere = async () => {
  const login = await addUnit(gateway.parts, await addMachine(gateway.parts));
  const unit = kept(await listening(gateway, login));
  return { ...login, unit };
};
type Here = Awaited<ReturnType<typeof unitHere>>;
const give = ({ unit, serialNumber }: Here, options?: Parameters<typeof deliverCommand>[3]) =>
  deliverCommand(gateway, unit, serialNumber, options);
const factCounts = async () => {
  const { values } = await gateway.parts.metrics.commandFacts.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.fact, value]));
};

describe("what a unit says of a door", () => {
  test("is three facts with three times, each stored when its PUBACK comes", async () => {
    const here = await unitHere();
    const { commandId, session, sessionId } = await give(here);
    const wakeUps = async () => (await wokenUp(gateway)).filter((id) => id === sessionId).length;
    // Once when it was sent.
    await until("it is noted as sent", async () => (await rowOf(gateway, session)).sentAt && (await wakeUps()) === 1);
    const before = await factCounts();

    for (const [count, fact] of (["acknowledged", "opened", "closed"] as const).entries()) {
      const { seq } = await report(here.unit, here.serialNumber, { commandId, channel: 1, fact });
      const row = await rowOf(gateway, session);
      expect(row.factCount).toBe(count + 1);
      expect(row.facts[fact]).toMatchObject({ at: new Date(at), boot: "b1", seq, late: false, code: null });
      expect(Math.abs((row.facts[fact]?.receivedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    }

    // Acknowledging decides nothing, so nobody is woken up for it.
    await until("workers are woken up", async () => (await wakeUps()) === 3);
    const after = await factCounts();
    for (const fact of ["acknowledged", "opened", "closed"]) expect(after[fact]).toBe((before[fact] ?? 0) + 1);
  });

  test("is known in any order", async () => {
    const here = await unitHere();
    const { commandId, session } = await give(here);
    for (const fact of ["closed", "opened", "acknowledged"] as const)
      await report(here.unit, here.serialNumber, { commandId, channel: 1, fact });
    const row = await rowOf(gateway, session);
    expect(Object.keys(row.facts)).toEqual(["closed", "opened", "acknowledged"]);
    expect(row).toMatchObject({ factCount: 3 });
  });

  test("said again changes nothing, even over another connection", async () => {
    const here = await unitHere();
    const { commandId, session } = await give(here);
    await until("it is noted as sent", async () => (await rowOf(gateway, session)).sentAt);
    const said = await report(here.unit, here.serialNumber, { commandId, channel: 1, fact: "opened" });
    const stored = await rowOf(gateway, session);

    await report(here.unit, here.serialNumber, said);
    const again = kept(await listening(gateway, here));
    await report(again, here.serialNumber, said);
    await report(again, here.serialNumber, { commandId, channel: 1, fact: "opened", boot: "b2", seq: 0 });

    expect(await rowOf(gateway, session)).toEqual(stored);
  });

  test("after its row has ended is kept, and marked late", async () => {
    const here = await unitHere();
    const { commandId, session } = await give(here, { channels: [1, 2] });
    const ended = { end: "timeout" as const, endedAt: new Date(), reason: "Not acknowledged within 10 s" };
    await gateway.stores.sessionRows.updateOne({ session, channel: 1 }, { $set: ended });

    for (const channel of [1, 2]) await report(here.unit, here.serialNumber, { commandId, channel, fact: "opened" });

    const [late, inTime] = await rowsOf(gateway, session);
    expect(late).toMatchObject({ ...ended, factCount: 1, facts: { opened: { late: true } } });
    expect(inTime?.facts.opened?.late).toBe(false);
  });

  test("that failed names why: the code and the words of the unit, whatever they are", async () => {
    const here = await unitHere();
    const { commandId, session } = await give(here, { channels: [1, 2] });
    const code = "NO_TIME";
    await report(here.unit, here.serialNumber, { commandId, channel: 1, fact: "failed", code, message: "$end" });
    await report(here.unit, here.serialNumber, { commandId, channel: 2, fact: "failed", code: "", message: null });
    const [first, second] = await rowsOf(gateway, session);
    expect(first?.facts.failed).toMatchObject({ code, message: "$end", late: false });
    expect(second?.facts.failed).toMatchObject({ code: null, message: null });
  });

  test("proves that the command went out, where nobody was left to write that down", async () => {
    const here = await unitHere();
    const { commandId, session } = await give(here);
    await until("it is noted as sent", async () => (await rowOf(gateway, session)).sentAt);
    const { sessionRows, commands } = gateway.stores;
    await sessionRows.updateOne({ session }, { $set: { sentAt: null, serialNumber: null, connection: null } });
    const sent = await commands.findOne({ _id: commandId });

    await report(here.unit, here.serialNumber, { commandId, channel: 1, fact: "acknowledged" });

    const { sentAt, serialNumber, connection } = await rowOf(gateway, session);
    expect({ sentAt, serialNumber, connection }).toEqual({
      sentAt: sent?.sentAt,
      serialNumber: here.serialNumber,
      connection: sent?.connection,
    });
  });
});

test("a fact that is said again and again wakes workers up once a second", async () => {
  const here = await unitHere();
  const { commandId, session, sessionId } = await give(here);
  await until("it is noted as sent", async () => (await rowOf(gateway, session)).sentAt);
  const wakeUps = async () => (await wokenUp(gateway)).filter((id) => id === sessionId).length;
  const noted = await wakeUps();
  const said = await report(here.unit, here.serialNumber, { commandId, channel: 1, fact: "opened" });
  await until("a worker is woken up", async () => (await wakeUps()) > noted);

  const [before, began] = [await wakeUps(), performance.now()];
  for (let times = 0; times < 40; times += 1) await report(here.unit, here.serialNumber, said);
  await until("one is woken up anew", async () => (await wakeUps()) > before);

  expect((await wakeUps()) - before).toBeLessThanOrEqual(2 + (performance.now() - began) / 1_000);
});

test("facts of many units and locks in one moment are all stored, each in its own row", async () => {
  const all = await Promise.all(Array.from({ length: 8 }, unitHere));
  const channels = [1, 2, 3, 4, 5];
  const given = await Promise.all(all.map((here) => give(here, { channels })));

  await Promise.all(
    all.flatMap(({ unit, serialNumber }, i) =>
      channels.map((channel) =>
        report(unit, serialNumber, { commandId: given[i]?.commandId ?? "", channel, fact: "opened", seq: channel }),
      ),
    ),
  );

  for (const { session } of given) {
    const rows = await rowsOf(gateway, session);
    expect(rows.map(({ channel, facts }) => [channel, facts.opened?.seq])).toEqual(channels.map((seq) => [seq, seq]));
  }
});

describe("what is no result of the command is acknowledged, dropped and counted:", () => {
  const cases = [
    ["a command that was never given", "unknown-command", { commandId: "never" }],
    ["a lock that the command does not name", "not-its-channel", { channel: 9 }],
    ["no lock at all", "not-its-channel", { channel: null }],
    ["a fact that its type does not have", "not-its-fact", { fact: "status", isLocked: true }],
  ] as const;
  test.each(cases)("%s", async (_, reason, wrong) => {
    const here = await unitHere();
    const { commandId, session } = await give(here);
    const before = await counted(gateway, "dropped_total", reason);

    await report(here.unit, here.serialNumber, { commandId, channel: 1, fact: "opened", ...wrong });

    expect(await counted(gateway, "dropped_total", reason)).toBe(before + 1);
    expect((await rowOf(gateway, session)).facts).toEqual({});
  });

  test("one of another unit's commands", async () => {
    const [here, other] = [await unitHere(), await unitHere()];
    const { commandId, session } = await give(here);
    const before = await counted(gateway, "dropped_total", "not-its-command");
    await report(other.unit, other.serialNumber, { commandId, channel: 1, fact: "opened" });
    expect(await counted(gateway, "dropped_total", "not-its-command")).toBe(before + 1);
    expect((await rowOf(gateway, session)).facts).toEqual({});
  });

  test("a status that does not say how the lock is", async () => {
    const here = await unitHere();
    const { commandId, session } = await give(here, { type: "lock-status" });
    await report(here.unit, here.serialNumber, { commandId, channel: 1, fact: "status" });
    expect((await rowOf(gateway, session)).facts).toEqual({});
  });
});
