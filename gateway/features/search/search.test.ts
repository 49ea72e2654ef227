import { describe, expect, test } from "vitest";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aTransaction } from "#shared/runtime/testing/stored-transactions.ts";
import { mostFound, mostFoundOfAKind, type SearchResult, searchKinds } from "#shared/search/search.schema.ts";
import { until } from "#shared/testing/eventually.ts";
import { addCommandedMachine, loadPresence } from "../../testing/commanded-machine.ts";
import { connectBeatingUnit } from "../../testing/control-unit.ts";
import { gatewayOfTest, setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addProduct, addProfile, addRegion, addRequest, addUnit } from "../../testing/network.ts";
import { setUpOperator, signedInAt } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";

const gateway = setUpGateway();
const operator = setUpOperator(gateway);

const send = (q: string) => operator.get(`/search?q=${encodeURIComponent(q)}`);
const find = async (q: string): Promise<SearchResult[]> => {
  const { status, body } = await send(q);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.results;
};
const labels = async (q: string) => (await find(q)).map(({ label }) => label);

describe("each kind is found by what it is called, small and capital letters alike:", () => {
  test("a machine by its name and by its vendingMachineId", async () => {
    const machine = await addMachine(gateway.parts, { name: "Élan Mall, Gate 3", vendingMachineId: "KOCHI_07" });
    const found = {
      kind: "machine",
      id: `${machine._id}`,
      label: "Élan Mall, Gate 3",
      detail: "KOCHI_07",
      state: "Unavailable",
    };

    for (const q of ["élan", "ÉLAN MALL, g", "  Élan Mall, Gate 3 ", "kochi", "KOCHI_07"])
      expect(await find(q), q).toEqual([found]);
    expect(await find("Gate 3")).toEqual([]);
  });

  test("a registered unit and a waiting request by their serial numbers", async () => {
    const machine = await addMachine(gateway.parts);
    await addUnit(gateway.parts, machine, { serialNumber: "SN-Ab-1" });
    await addUnit(gateway.parts, null, { serialNumber: "SN-Ab-2", authorised: false });
    await addRequest(gateway.parts, { serialNumber: "SN-Ab-3" });

    const found = await find("sn-aB");

    const unit = { kind: "unit", id: "SN-Ab-1", label: "SN-Ab-1", detail: machine.vendingMachineId };
    expect(found).toEqual([
      { ...unit, state: "Authorized" },
      { kind: "request", id: "SN-Ab-3", label: "SN-Ab-3", detail: "", state: null },
      { ...unit, id: "SN-Ab-2", label: "SN-Ab-2", detail: "", state: "Unauthorized" },
    ]);
  });

  test("a product, a profile and a region by their names", async () => {
    const product = await addProduct(gateway.parts, { brand: "Zest Cola", tagline: "Cold" });
    const profile = await addProfile(gateway.parts, { name: "Zest stands" });
    const region = await addRegion(gateway.parts, { region: "ZESTville" });

    expect(await find("zest")).toEqual([
      { kind: "product", id: `${product._id}`, label: "Zest Cola", detail: "Cold", state: null },
      { kind: "profile", id: `${profile._id}`, label: "Zest stands", detail: "", state: null },
      { kind: "region", id: `${region._id}`, label: "ZESTville", detail: "", state: null },
    ]);
  });

  test("a user by phone, name or email, and whether they are suspended", async () => {
    const user = await addPerson(gateway.parts, {
      phone: "8881234567",
      name: "Zubeida K",
      email: "zk@example.in",
      suspend: true,
    });
    const found = { kind: "user", id: `${user._id}`, label: "Zubeida K", detail: "8881234567", state: "Suspended" };

    for (const q of ["88812345", "zubeida", "ZK@example", `${user._id}`]) expect(await find(q), q).toEqual([found]);
  });

  test("an order by the ids of the order and of its payment, letter by letter", async () => {
    const { _id, profile, vendingMachineId } = await addMachine(gateway.parts);
    const order = anOrder(
      await addPerson(gateway.parts, { role: "customer" }),
      { _id, profile, vendingMachineId },
      { orderId: "OD-ZX-1", paymentId: "pay_ZxZ1", status: "payment failed" },
    );
    await gateway.stores.orders.insertOne(order);
    const found = {
      kind: "order",
      id: `${order._id}`,
      label: "OD-ZX-1",
      detail: "pay_ZxZ1",
      state: "payment failed",
    };

    for (const q of ["OD-ZX-1", "OD-ZX", "pay_Zx", `${order._id}`]) expect(await find(q), q).toEqual([found]);
    expect(await find("pay_ZX")).toEqual([]);
  });

  test("a transaction by how its id begins, in capitals or not", async () => {
    const machine = await addMachine(gateway.parts);
    const customer = await addPerson(gateway.parts, { role: "customer" });
    const can = aTransaction(customer, machine, { transactionId: "CTZX9KQ", status: "failed" });
    await gateway.stores.canTransactions.insertOne(can);
    const { vendingMachineId: detail } = machine;
    const found = { kind: "transaction", id: `${can._id}`, label: "CTZX9KQ", detail, state: "failed" };

    for (const q of ["CTZX9KQ", "CTZX", "ctzx9", `${can._id}`.toUpperCase()]) expect(await find(q), q).toEqual([found]);
  });

  test("a session by the first eight digits of its id or more, and not by fewer", async () => {
    await loadPresence(gateway.parts);
    const { machine } = await addCommandedMachine(gateway.parts);
    const { vendingMachineId } = machine;
    const { body } = await operator.post("/control-units/open", { vendingMachineId, containers: ["1"] });
    const id: string = body.sessionId;
    const found = { kind: "session", id, label: id, detail: vendingMachineId, state: "queued" };

    for (const q of [id, id.toUpperCase(), id.slice(0, 20)]) expect(await find(q), q).toEqual([found]);
    expect(await find(id.slice(0, 8))).toContainEqual(found);
    expect(await find(id.slice(0, 7))).toEqual([]);
  });
});

describe("a machine's state", () => {
  test("is Online once its unit was heard, and Offline after 75 s of silence", async () => {
    const standing = await gatewayOfTest({ standingClock: true });
    const at = await signedInAt(standing);
    const machine = await addMachine(standing.parts, { name: "Heard" });
    const client = await connectBeatingUnit(standing, await addUnit(standing.parts, machine));
    const state = async () => (await at.get("/search?q=heard")).body.results[0]?.state;
    await client.beat(-60, new Date(standing.clock.now()));

    await until("Online", async () => (await state()) === "Online");
    standing.clock.advance(75_001);
    expect(await state()).toBe("Offline");
    await client.end();
  });

  test("is deactive when it sells nothing, even while heard", async () => {
    await addMachine(gateway.parts, { name: "Closed stand", active: false });

    expect((await find("closed"))[0]?.state).toBe("deactive");
  });
});

describe("what is typed is text and nothing else:", () => {
  test("signs that mean something elsewhere find what begins with them, and only that", async () => {
    await addProduct(gateway.parts, { brand: "A+B (Lemon)" });
    await addProduct(gateway.parts, { brand: "$where.cola" });
    await addProduct(gateway.parts, { brand: "50%_off*" });

    expect(await labels("a+b (")).toEqual(["A+B (Lemon)"]);
    expect(await labels("$where")).toEqual(["$where.cola"]);
    expect(await labels("50%_")).toEqual(["50%_off*"]);
    for (const q of [".*", "^a", "a.b", "[a-z]+", '{"$ne":""}', "a|b", "\\w", "(?i)a", "%_"])
      expect(await find(q), q).toEqual([]);
  });

  test.each(["q[$ne]=x", "q[$gt]=", "q[]=aa", "q.$regex=aa", ""])("?%s is no text to search for", async (query) => {
    const { status, body } = await operator.get(`/search?${query}`);

    expect([status, body.error]).toEqual([400, "q: is required"]);
  });

  test("it is given once", async () => {
    expect((await operator.get("/search?q=aa&q=bb")).status).toBe(400);
  });
});

test.each([
  ["x", "q: must be at least 2 characters"],
  [" x ", "q: must be at least 2 characters"],
  ["", "q: must be at least 2 characters"],
  ["x".repeat(65), "q: must be at most 64 characters"],
])("%j is refused: between 2 and 64 characters", async (q, words) => {
  const { status, body } = await send(q);

  expect([status, body.error]).toEqual([400, words]);
  expect((await send("x".repeat(64))).status).toBe(200);
});

test("each kind gives its first five by name, and all together twenty, the best of each kind before the rest", async () => {
  for (let n = 9; n >= 1; n -= 1) {
    const name = `Many ${n}`;
    const machine = await addMachine(gateway.parts, { name, vendingMachineId: `many-${n}` });
    await addUnit(gateway.parts, machine, { serialNumber: name });
    // A serial number that is registered waits no longer.
    await addRequest(gateway.parts, { serialNumber: `${name} waits` });
    await addProduct(gateway.parts, { brand: name });
    await addProfile(gateway.parts, { name });
    await addRegion(gateway.parts, { region: name });
    await addPerson(gateway.parts, { name });
  }

  const found = await find("many");

  expect(found).toHaveLength(mostFound);
  const named = searchKinds.filter((kind) => !["session", "order", "transaction"].includes(kind));
  expect(found.slice(0, 2 * named.length).map(({ kind, label }) => `${kind} ${label.slice(0, 6)}`)).toEqual(
    [1, 2].flatMap((n) => named.map((kind) => `${kind} Many ${n}`)),
  );
  for (const kind of named) expect(found.filter((one) => one.kind === kind).length).toBeLessThan(mostFoundOfAKind);
  expect((await labels("many 7")).map((label) => label.slice(0, 6))).toEqual(named.map(() => "Many 7"));
});

test("of more than five that begin alike the exact one is there", async () => {
  for (const n of ["", " A", " B", " C", " D", " E"]) await addProduct(gateway.parts, { brand: `Twin${n}` });

  expect(await labels("twin")).toEqual(["Twin", "Twin A", "Twin B", "Twin C", "Twin D"]);
});

test("of two ways to find a machine neither hides the other", async () => {
  for (let n = 1; n <= 6; n += 1) await addMachine(gateway.parts, { name: `Hall ${n}` });
  await addMachine(gateway.parts, { name: "Somewhere else", vendingMachineId: "HALL" });

  expect(await labels("hall")).toEqual(["Hall 1", "Somewhere else", "Hall 2", "Hall 3", "Hall 4"]);
});

test("what begins like nothing answers an empty list, an id that no record has as well", async () => {
  for (const q of ["nothing begins so", "ffffffffffffffffffffffff"]) expect(await find(q)).toEqual([]);
});
