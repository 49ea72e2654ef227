import { ObjectId } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { anOrder, anOrderLine, anOrderStep } from "#shared/runtime/testing/stored-orders.ts";
import { eventually } from "#shared/testing/eventually.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addProfile, addRegion } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";
import { setUpWatchers } from "../../testing/watcher.ts";

let metro: MachineDocument;
let anu: UserDocument;

const hour = 3_600_000;
const begun = Date.parse("2026-01-01T00:00:00+05:30");
const orders = () => gateway.stores.orders;

const gateway = setUpGateway({ env: { TIME_ZONE: "Asia/Kolkata" } });
const operator = setUpOperator(gateway);
const watchers = setUpWatchers(gateway);
beforeAll(async () => {
  const profile = await addProfile(gateway.parts, { name: "Metro prices" });
  await addRegion(gateway.parts, { region: "Kochi", profiles: [profile._id] });
  metro = await addMachine(gateway.parts, { name: "Metro North", profile: profile._id });
  anu = await addPerson(gateway.parts, { name: "Anu Thomas", role: "customer", email: "anu@example.in" });
});

const refused = async (path: string) => {
  const { status, body } = await operator.get(path);
  return [status, body.error];
};

describe("one order", () => {
  test("is read with every field of the specification, and names as they are now", async () => {
    const cola = new ObjectId();
    const staff = await addPerson(gateway.parts, { name: "Divya Operator" });
    const at = new Date(begun - hour);
    const order = anOrder(anu, metro, {
      orderId: "OD-WHOLE",
      providerOrderId: "order_W",
      paymentId: "pay_W",
      time: at,
      status: "payment failed",
      lines: [
        anOrderLine({ product: cola, unitPrice: 4_025 }),
        anOrderLine({ block: "bundle", quantity: 6, product: cola }),
        anOrderLine({ productType: "deposit", brand: "DEPOSIT", unitPrice: 1_000, quantity: 1 }),
      ],
      discount: { productDiscount: 950, couponDiscount: 50, totalDiscount: 1_000 },
      penalty: { quantity: 2, unitPrice: 500, totalPrice: 1_000, penalties: [new ObjectId(), new ObjectId()] },
      securityDeposit: 20_000,
      flags: ["other amount"],
      steps: [
        anOrderStep({ at }),
        anOrderStep({ at, what: "moved", status: "payment failed", source: "operator", by: staff._id, reason: "no" }),
      ],
    });
    await orders().insertOne(order);

    const { status, body } = await operator.get(`/orders/${order._id}`);

    expect(status).toBe(200);
    expect(body.asOf).toMatch(/^[0-9a-f]{16}$/);
    expect(body.order).toEqual({
      _id: `${order._id}`,
      orderId: "OD-WHOLE",
      paymentId: "pay_W",
      orderStatus: "payment failed",
      gst: 55.89,
      netAmount: 80.5 + 240 + 10 - 10 + 55.89 + 10 + 200,
      time: at.toISOString(),
      user: { _id: `${anu._id}`, name: "Anu Thomas", phone: anu.phone, email: "anu@example.in" },
      vendingMachine: {
        _id: `${metro._id}`,
        vendingMachineId: metro.vendingMachineId,
        name: "Metro North",
        profileName: "Metro prices",
        region: "Kochi",
      },
      products: {
        bundle: [
          { product: `${cola}`, brand: "Cola", productType: "product", quantity: 6, unitPrice: 40, totalPrice: 240 },
        ],
        unit: [
          {
            product: `${cola}`,
            brand: "Cola",
            productType: "product",
            quantity: 2,
            unitPrice: 40.25,
            totalPrice: 80.5,
          },
          {
            product: expect.any(String),
            brand: "DEPOSIT",
            productType: "deposit",
            quantity: 1,
            unitPrice: 10,
            totalPrice: 10,
          },
        ],
      },
      discount: { productDiscount: 9.5, couponDiscount: 0.5, totalDiscount: 10 },
      penalty: { quantity: 2, unitPrice: 5, totalPrice: 10 },
      securityDeposit: 200,
      providerOrderId: "order_W",
      flags: ["other amount"],
      steps: [
        {
          at: at.toISOString(),
          what: "created",
          orderStatus: "processing",
          source: "intake",
          by: null,
          paymentId: "",
          reason: "",
        },
        {
          at: at.toISOString(),
          what: "moved",
          orderStatus: "payment failed",
          source: "operator",
          by: { _id: `${staff._id}`, name: "Divya Operator" },
          paymentId: "",
          reason: "no",
        },
      ],
      rev: 0,
    });
    await orders().deleteOne({ _id: order._id });
  });

  test("that there is not is missing, and a malformed id is refused", async () => {
    const unknown = `${new ObjectId()}`;
    expect(await refused(`/orders/${unknown}`)).toEqual([404, `There is no order ${unknown}`]);
    expect(await refused("/orders/12")).toEqual([400, "id: must be an id of 24 hexadecimal digits"]);
  });

  test("is published as it changes to its room and the list's, with the ids of customer and machine", async () => {
    const order = anOrder(anu, metro, { time: new Date(begun + 200 * hour) });
    await orders().insertOne(order);
    const lister = await watchers.watchAs(["orders"]);
    const reader = await watchers.watchAs([`order/${order._id}`]);
    const by = operator.userId;
    const step = anOrderStep({ what: "moved", status: "payment canceled", source: "operator", by });

    await orders().updateOne(
      { _id: order._id },
      { $set: { status: "payment canceled" }, $push: { steps: step }, $inc: { rev: 1 } },
    );

    for (const { heard } of [lister, reader]) {
      await eventually(() =>
        expect(heard.at(-1)).toMatchObject({
          name: "order.changed",
          payload: {
            view: {
              orderStatus: "payment canceled",
              user: { _id: `${anu._id}` },
              vendingMachine: { _id: `${metro._id}`, vendingMachineId: metro.vendingMachineId },
              steps: [{ by: null }, { by: { _id: `${by}`, name: expect.stringMatching(/./) } }],
              rev: 1,
            },
          },
        }),
      );
      expect(JSON.stringify(heard)).not.toContain(anu.phone);
    }
    await orders().deleteOne({ _id: order._id });
  });
});

describe("the report", () => {
  /** One order per machine every twelve hours, over three days; the oldest first. */
  const planted: OrderDocument[] = [];
  beforeAll(async () => {
    const campus = await addMachine(gateway.parts, { name: "Campus" });
    for (let at = 0; at < 6; at += 1) {
      const time = new Date(begun + at * 12 * hour);
      planted.push(anOrder(anu, metro, { orderId: `OD-M${at}`, time }), anOrder(anu, campus, { time }));
    }
    await orders().insertMany(planted);
  });
  const idsOf = (some: { orderId: string }[]) => some.map(({ orderId }) => orderId);
  const report = (query: string) => operator.get(`/orders/report/download?${query}`);

  test("has the orders of a machine between two days, both inclusive, the oldest first", async () => {
    const { status, body } = await report(
      `vendingMachine=${metro.vendingMachineId}&startDate=2026-01-02&endDate=2026/01/03`,
    );

    expect(status).toBe(200);
    expect(idsOf(body.orders)).toEqual(["OD-M2", "OD-M3", "OD-M4", "OD-M5"]);
    expect(body.orders[0]).toEqual((await operator.get(`/orders/${body.orders[0]._id}`)).body.order);
    const all = await report("vendingMachine=all&startDate=2026-01-01&endDate=2026-12-31");
    expect(idsOf(all.body.orders)).toEqual(idsOf(planted));
    const none = await report("vendingMachine=all&startDate=2025-01-01&endDate=2025-12-31");
    expect(none.body).toEqual({ success: true, orders: [] });
  });

  test.each([
    ["startDate=2026-01-01&endDate=2026-01-02", [400, "vendingMachine: is required"]],
    ["vendingMachine=&startDate=2026-01-01&endDate=2026-01-02", [400, "vendingMachine: is required"]],
    ["vendingMachine=all&endDate=2026-01-02", [400, "startDate: Invalid date"]],
    ["vendingMachine=all&startDate=2026-01-02", [400, "endDate: Invalid date"]],
    ["vendingMachine=all&startDate=&endDate=2026-01-02", [400, "startDate: Invalid date"]],
    ["vendingMachine=all&startDate=2026-01-02&endDate=2026-01-01", [400, "Invalid date"]],
    [
      "vendingMachine=VM-nowhere&startDate=2026-01-01&endDate=2026-01-02",
      [404, "There is no vending machine VM-nowhere"],
    ],
  ])("%s is refused", async (query, expected) => {
    expect(await refused(`/orders/report/download?${query}`)).toEqual(expected);
  });
});
