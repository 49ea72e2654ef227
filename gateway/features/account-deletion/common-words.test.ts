import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { anOrder, anOrderStep } from "#shared/runtime/testing/stored-orders.ts";
import { aReport, aSchedule } from "#shared/runtime/testing/stored-reports.ts";
import { setUpDeletionFixture } from "./testing/deletion.fixture.ts";

const fixture = setUpDeletionFixture();

/** What operators have of lists that say nothing of any customer. */
const exportsOfStaff = async () => {
  const { stores, staff } = fixture;
  const filters = { vendingMachine: "all", status: "payment failed", machine: "Time Square", sort: "time" };
  const report = aReport({ by: staff.userId, filters, state: "done", endedAt: new Date() });
  const schedule = aSchedule({ by: staff.userId, filters });
  const views = [{ list: "orders", name: "Failed ones", query: "status=payment failed&machine=Time&sort=-time" }];
  await stores.reports.insertOne(report);
  await stores.reportSchedules.insertOne(schedule);
  const _id = new ObjectId();
  await stores.listViews.insertOne({ _id, views });
  return async () => [
    await stores.reports.countDocuments({ _id: report._id }),
    await stores.reportSchedules.countDocuments({ _id: schedule._id }),
    await stores.listViews.countDocuments({ _id, views }),
  ];
};

test.each([
  ["Payment", "no payment came", "no Account deleted came"],
  ["Time Operator", "the operator had no time", "the Account deleted had no Account deleted"],
])(
  "whoever is called %s is forgotten by words that people typed, and by none that Cansole reads",
  async (name, reason, forgotten) => {
    const at = await fixture.addSelling();
    const user = await fixture.addTaker(at, { name });
    const steps = [
      anOrderStep({ status: "payment failed", source: "operator", by: fixture.staff.userId, reason }),
      anOrderStep({ status: "payment canceled", source: "sweep", paymentId: "payment_1", reason: "" }),
    ];
    const order = anOrder(user, at.machine, { status: "payment canceled", steps });
    await fixture.stores.orders.insertOne(order);
    await fixture.staff.put(`/orders/${order._id}`, { orderStatus: "payment failed", reason });
    await fixture.staff.put(`/orders/${order._id}`, { orderStatus: "payment canceled" });
    const present = await fixture.stores.orders.findOne({ _id: order._id });
    const audited = async () => {
      const lines = await fixture.stores.audit.find({ "record.id": `${order._id}` }).toArray();
      return lines.map(({ before, after }) => [before, after]);
    };
    const before = await audited();
    const left = await exportsOfStaff();

    expect((await (await fixture.confirmed(user)).action()).status).toBe(200);

    const stored = await fixture.stores.orders.findOne({ _id: order._id });
    const kept = present?.steps.map((step) => ({ ...step, reason: step.reason === reason ? forgotten : step.reason }));
    expect(stored?.steps).toEqual(kept);
    expect([before.length, await audited()]).toEqual([2, before]);
    const read = [`/orders/${order._id}`, "/orders/all?page=1", `/audit?page=1&record=${order._id}`];
    const answers = await Promise.all(read.map((path) => fixture.staff.get(path)));
    expect([answers.map(({ status }) => status), await left()]).toEqual([
      [200, 200, 200],
      [1, 1, 1],
    ]);
  },
);
