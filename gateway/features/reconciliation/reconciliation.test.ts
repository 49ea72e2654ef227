import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import type { DriftDocument } from "#shared/reconciliation/reconciliation.document.server.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";

const gateway = setUpGateway();
const staff = setUpOperator(gateway, "staff");
const admin = setUpOperator(gateway, "admin");

test("an admin requests one at a time; everybody reads what it found, and /metrics count it", async () => {
  expect((await staff.post("/reconciliation")).body.error).toBe("Only an admin may start the reconciliation");
  const requested = await admin.post("/reconciliation");
  const again = await admin.post("/reconciliation");
  expect([requested.status, again.status, again.body.error]).toEqual([200, 409, "A reconciliation waits already"]);
  const { _id } = requested.body.reconciliation;
  expect((await staff.get("/reconciliation")).body).toMatchObject({
    reconciliations: [{ _id, state: "waiting", isNightly: false, drifts: 0 }],
    drifts: [],
  });

  const { drifts, reconciliations, audit } = gateway.stores;
  const user = await addPerson(gateway.parts, { role: "customer", name: "Anu" });
  const machine = await addMachine(gateway.parts, { name: "Lobby" });
  const product = new ObjectId();
  const row = new ObjectId();
  const drift = { _id: new ObjectId(), reconciliation: new ObjectId(_id), user: user._id, rowIds: [row], rowCount: 1 };
  const cans: DriftDocument = {
    ...drift,
    kind: "cans",
    figure: "current",
    machine: machine._id,
    product,
    brand: "Cola",
    account: 5,
    rows: 3,
  };
  const deposit: DriftDocument = {
    ...drift,
    _id: new ObjectId(),
    kind: "deposit",
    figure: "deposit",
    machine: null,
    product: null,
    brand: "",
    account: 1_050,
    rows: 1_000,
  };
  const order = anOrder(user, machine, { orderId: "OD-PAID", status: "payment successful" });
  await gateway.stores.orders.insertOne(order);
  const gone = new ObjectId();
  const ofOrder: DriftDocument = {
    ...cans,
    _id: new ObjectId(),
    kind: "order",
    figure: "credit",
    cause: { kind: "order", id: order._id },
  };
  const ofNothing: DriftDocument = {
    ...deposit,
    _id: new ObjectId(),
    kind: "transaction",
    figure: "depositUsed",
    cause: { kind: "transaction", id: gone },
    account: 0,
    rows: 1,
  };
  const ofDay: DriftDocument = {
    ...deposit,
    _id: new ObjectId(),
    kind: "sales",
    figure: "gst",
    user: null,
    day: "2026-11-21",
  };
  await drifts.insertMany([cans, deposit, ofOrder, ofNothing, ofDay]);
  await reconciliations.updateOne({ _id: new ObjectId(_id) }, { $set: { state: "done", drifts: 2 } });

  const { body } = await staff.get("/reconciliation");
  expect(body.drifts).toEqual([
    expect.objectContaining({ kind: "sales", user: null, cause: null, day: "2026-11-21", account: 10.5, rows: 10 }),
    {
      _id: `${cans._id}`,
      kind: "cans",
      figure: "current",
      user: { _id: `${user._id}`, name: "Anu", phone: user.phone },
      cause: null,
      day: null,
      vendingMachine: { _id: `${machine._id}`, name: "Lobby" },
      product: { _id: `${product}`, brand: "Cola" },
      account: 5,
      rows: 3,
      rowCount: 1,
      rowIds: [`${row}`],
    },
    expect.objectContaining({ figure: "deposit", vendingMachine: null, product: null, account: 10.5, rows: 10 }),
    expect.objectContaining({
      cause: { _id: `${order._id}`, name: "OD-PAID", status: "payment successful" },
      account: 5,
    }),
    expect.objectContaining({ cause: { _id: `${gone}`, name: "", status: "" }, account: 0, rows: 1 }),
  ]);
  await eventually(async () => expect((await gateway.parts.metrics.accountDrifts.get()).values[0]?.value).toBe(2));
  expect(await audit.findOne({ verb: "reconciliation.started" })).toMatchObject({ actor: { id: admin.userId } });
});
