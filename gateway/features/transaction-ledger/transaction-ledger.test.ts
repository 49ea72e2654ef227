import { ObjectId } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import { aLedgerRow } from "#shared/runtime/testing/stored-transactions.ts";
import { eventually } from "#shared/testing/eventually.ts";
import type { TransactionLedgerDocument } from "#shared/transaction-ledger/transaction-ledger.document.server.ts";
import { addCommandedMachine } from "../../testing/commanded-machine.ts";
import { addMachine } from "../../testing/network.ts";
import { addPerson } from "../../testing/people.ts";
import { setUpWatchers } from "../../testing/watcher.ts";
import { setUpTakeFixture } from "../transactions/testing/take.fixture.ts";

const fixture = setUpTakeFixture();
const watchers = setUpWatchers(fixture);

const request = async (query: string) => (await fixture.staff.get(`/ledger/all?${query}`)).body;
const rowsOf = async (query: string) => (await request(query)).transactionLedger;

describe("the transaction ledger has a row", () => {
  test("of a can that is taken, opened again and returned: each with what became of it", async () => {
    const can = await fixture.unopened({}, { name: "Anu" });
    const opened = await fixture.staff.post(can.path, {});
    expect(opened.status).toBe(200);
    await fixture.stores.canTransactions.updateOne(
      { transactionId: can.transactionId },
      { $set: { status: "opened", live: null } },
    );
    await fixture.intake("/intake/returns", { transactionId: can.transactionId });

    const rows = await rowsOf(`transactionId=${can.transactionId}`);

    const { machine } = can.at;
    const same = {
      containerId: "1",
      containers: ["1"],
      transactionId: can.transactionId,
      vendingMachine: { _id: `${machine._id}`, name: machine.name, vendingMachineId: machine.vendingMachineId },
      user: { _id: `${can.user._id}`, name: "Anu", phone: can.user.phone },
      isContainerWorking: true,
      canTransaction: can.path.split("/").at(-1),
    };
    const time = expect.stringMatching(/Z$/);
    const row = (id: string, transactionType: string, requestStatus: string, sessionId: string | null) => ({
      ...same,
      _id: id,
      id,
      time,
      transactionType,
      requestStatus,
      sessionId,
    });
    expect(rows).toEqual([
      row(same.canTransaction as string, "return", "completed", null),
      row(opened.body.sessionId, "open", "queued", opened.body.sessionId),
      row(can.sessionId, "open", "failed", can.sessionId),
    ]);
    // The command of the first session is found by its own id.
    const { commandId } = (await fixture.stores.sessions.findOne({ _id: new ObjectId(can.sessionId) })) ?? {};
    expect((await rowsOf(`transactionId=${commandId}`)).map(({ id }: { id: string }) => id)).toEqual([can.sessionId]);
  });

  test.each([
    ["stock-update", "stock", ["1", "2"]],
    ["lock-status", "test", ["1", "2"]],
    ["open", "test", ["1", "2"]],
    ["ping-for-testing", "test", []],
  ])("of an operator's %s: %s", async (call, transactionType, containers) => {
    const { machine } = await addCommandedMachine(fixture.parts);
    const body = { vendingMachineId: machine.vendingMachineId, containers: ["1", "2"] };
    const { sessionId } = (await fixture.staff.post(`/control-units/${call}`, body)).body;

    const rows = await rowsOf(`vendingMachine=${machine.vendingMachineId}`);

    const { commandId } = (await fixture.stores.sessions.findOne({ _id: new ObjectId(sessionId) })) ?? {};
    expect(rows).toMatchObject([
      {
        id: sessionId,
        transactionId: commandId,
        transactionType,
        containers,
        containerId: "",
        requestStatus: "queued",
      },
    ]);
    expect(rows[0].user._id).toBe(`${fixture.staff.userId}`);
  });

  test("that says when the unit reported a broken door, and not when it had no time or gave a code of its own", async () => {
    const broken = await fixture.unopened();
    const lost = await fixture.unopened();
    const unclear = await fixture.unopened();
    for (const [can, code] of [
      [broken, "DOOR_JAMMED"],
      [lost, "NO_TIME"],
      [unclear, "LOW_VOLTAGE"],
    ] as const) {
      await fixture.factOf(can.transactionId, "failed");
      await fixture.stores.sessionRows.updateOne(
        { session: new ObjectId(can.sessionId) },
        { $set: { "facts.failed.code": code } },
      );
    }

    const works = async ({ transactionId }: typeof lost) =>
      (await rowsOf(`transactionId=${transactionId}`))[0].isContainerWorking;

    expect([await works(broken), await works(lost), await works(unclear)]).toEqual([false, true, true]);
  });
});

describe("the list", () => {
  const hour = 3_600_000;
  const begun = Date.parse("2025-01-01T00:00:00+05:30");
  /** The oldest first: 60 stock updates at Metro, then three tests at Campus. */
  const planted: TransactionLedgerDocument[] = [];
  let phone = "";
  beforeAll(async () => {
    const metro = await addMachine(fixture.parts, { name: "Metro North", vendingMachineId: "VM-METRO" });
    const campus = await addMachine(fixture.parts, { name: "Campus", vendingMachineId: "VM-CAMPUS" });
    const babu = await addPerson(fixture.parts, { name: "Babu" });
    phone = babu.phone;
    for (let at = 0; at < 60; at += 1)
      planted.push(aLedgerRow(metro, { at: new Date(begun + at * hour), type: "stock" }));
    for (let at = 0; at < 3; at += 1)
      planted.push(aLedgerRow(campus, { at: new Date(begun + (100 + at) * hour), user: babu._id }));
    await fixture.stores.transactionLedger.insertMany(planted);
  });
  const idsOf = (rows: { _id: string }[]) => rows.map(({ _id }) => _id);
  const ids = (from: number, to?: number) => planted.slice(from, to).map(({ _id }) => `${_id}`);
  const days = "startDate=2025-01-01&endDate=2025/12/31";

  test("has fifty a page, the newest first, or the oldest, and is downloaded whole", async () => {
    const one = await request(`page=1&latest=true&${days}`);
    const two = await request(`page=2&${days}`);

    expect([...idsOf(one.transactionLedger), ...idsOf(two.transactionLedger)]).toEqual(ids(0).reverse());
    expect(one).toMatchObject({ total: 63, pages: 2, activePage: 1, pageList: [1, 2], asOf: expect.any(String) });
    expect(idsOf(await rowsOf(`latest=false&${days}`))).toEqual(ids(0, 50));
    expect(idsOf(await rowsOf(`download=true&${days}`))).toEqual(ids(0).reverse());
  });

  test.each<[string, () => string, () => string[]]>([
    ["a machine by its own id", () => `vendingMachine=VM-CAMPUS&latest=false`, () => ids(60)],
    ["how a machine's name begins", () => "machine=camp&latest=false", () => ids(60)],
    ["a phone", () => `phone=${phone}&latest=false`, () => ids(60)],
    ["a phone that nobody has", () => "phone=0000000000", () => []],
    ["a type and days", () => "transactionType=stock&startDate=2025-01-01&endDate=2025-01-01", () => ids(0, 24)],
    ["a command", () => `transactionId=${planted[7]?.transactionId}`, () => ids(7, 8)],
  ])("is filtered by %s", async (_title, query, found) => {
    const answer = await request(query());

    expect(idsOf(answer.transactionLedger).sort()).toEqual(found().sort());
    expect(answer.total).toBe(found().length);
  });

  test.each([
    ["page=0", "page: must be at least 1"],
    ["sort=id", "sort: must be one of time, -time"],
    ["transactionType=sale", /^transactionType: /],
    ["startDate=2026-01-02&endDate=2026-01-01", "Invalid date"],
    ["startDate=2026-01-02", "Invalid date"],
  ])("refuses %s", async (query, expected) => {
    const { status, body } = await fixture.staff.get(`/ledger/all?${query}`);

    expect(status).toBe(400);
    expect(body.error).toEqual(typeof expected === "string" ? expected : expect.stringMatching(expected));
  });

  test("receives new rows without a name, and what becomes of commands", async () => {
    const { heard } = await watchers.watchAs(["transaction-ledger"]);
    const can = await fixture.unopened();

    await eventually(() => {
      const names = heard.map(({ name, payload }) => [name, (payload as { view: { _id: string } }).view]);
      expect(names).toContainEqual([
        "transaction-ledger.posted",
        {
          _id: can.sessionId,
          transactionId: can.transactionId,
          transactionType: "open",
          user: `${can.user._id}`,
          vendingMachine: `${can.at.machine._id}`,
        },
      ]);
      expect(names).toContainEqual([
        "session.changed",
        expect.objectContaining({ sessionId: can.sessionId, status: "failed" }),
      ]);
    });
    expect(JSON.stringify(heard)).not.toContain(can.user.phone);
  });
});
