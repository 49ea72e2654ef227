import { beforeAll, expect, test } from "vitest";
import { changeOrder, readOrder } from "#shared/orders/order.api.ts";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { anOrder, anOrderLine } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import type { Visit } from "../testing/visit.ts";
import { setUpConsole } from "./console-app.ts";
import { formOf } from "./goods.ts";
import { alert, button, choose, openFilters, reaches, row } from "./on-screen.ts";

const hour = 3_600_000;

const orders = () => app.mongo.collections.orders;
const plant = async (options: Partial<OrderDocument> = {}, user = anu): Promise<OrderDocument> => {
  const order = anOrder(user, metro, options);
  await orders().insertOne(order);
  return order;
};

const app = setUpConsole({ machines: 0 });
const metro = aMachine({ name: "Metro North", vendingMachineId: "MTR-1" });
const anu = aUser({ name: "Anu Thomas", role: "customer", phone: "7110000001" });
const babu = aUser({ name: "Babu K", role: "customer", phone: "7110000002" });
beforeAll(async () => {
  await app.mongo.collections.machines.insertOne(metro);
  await app.mongo.collections.users.insertMany([anu, babu]);
  const begun = Date.parse("2026-01-01T12:00:00+05:30");
  const statuses = ["payment successful", "payment failed", "payment successful"] as const;
  const planted = Array.from({ length: 60 }, (_, at) =>
    anOrder(at === 0 ? babu : anu, metro, {
      orderId: `OD-J${at}`,
      paymentId: `pay_J${at}`,
      status: statuses[at % 3],
      time: new Date(begun + at * hour),
    }),
  );
  await orders().insertMany(planted);
});

const shown = async ({ page }: Visit) =>
  (await page.locator("tbody tr.row").allTextContents()).map((text) => /OD-[A-Z]\d+/.exec(text)?.[0]);
const shows = (visit: Visit, ...wanted: string[]) => eventually(async () => expect(await shown(visit)).toEqual(wanted));

test("orders are found by the form's filters; the address keeps these, and the sums are shown", async () => {
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/Orders");
  await row(visit, "OD-J59").waitFor();
  const sums = page.getByLabel("Totals");
  // Two cans at ₹40.00 and 18 % each.
  await sums.getByText("₹5,664.00").waitFor();
  await eventually(async () => expect(await page.getByText("Page 1 of 2").isVisible()).toBe(true));
  await eventually(async () =>
    expect((await page.locator("thead th").allTextContents()).map((text) => text.trim())).toEqual(
      ["Order Id", "Payment Id", "User", "Phone", "Vending Machine", "Net Amount", "GST", "Status", "Time"].map(
        (head) => expect.stringContaining(head),
      ),
    ),
  );
  const red = (text: string) => row(visit, text).locator(".order-unpaid").count();
  await eventually(async () => expect([await red("OD-J59"), await red("OD-J58")]).toEqual([0, 1]));

  await openFilters(visit);
  await page.getByLabel("Order Id").fill("OD-J7");
  await shows(visit, "OD-J7");
  await page.getByLabel("Order Id").fill("");
  await page.getByLabel("Payment Id").fill("pay_J8");
  await shows(visit, "OD-J8");
  await page.goBack();
  await eventually(async () => expect((await shown(visit)).length).toBe(50));

  await page.getByRole("searchbox", { name: "Vending Machine" }).fill("MTR-1");
  await choose(visit, "Status", "payment failed");
  await eventually(async () => expect((await shown(visit)).length).toBe(20));
  await sums.getByText("₹1,888.00").waitFor();
  await page.reload();
  await eventually(async () => expect((await shown(visit)).length).toBe(20));
  await openFilters(visit);
  await page.getByRole("button", { name: "Old", exact: true }).click();
  await eventually(async () => expect((await shown(visit))[0]).toBe("OD-J1"));
});

test("a phone in the link fills the form when it is ten digits, and an end before its start is said", async () => {
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/orders?phone=7110000002");
  await shows(visit, "OD-J0");
  await openFilters(visit);
  await eventually(async () => expect(await page.getByLabel("Phone").inputValue()).toBe("7110000002"));
  await row(visit, "OD-J0").getByRole("link", { name: "7110000002" }).click();
  await reaches(visit, `/Users/${babu._id}`);
  await page.goBack();
  await row(visit, "OD-J0").getByRole("link", { name: "Metro North" }).click();
  await reaches(visit, `/vendingMachine/${metro._id}`);

  await visit.goTo("/orders?phone=71100000");
  await eventually(async () => expect((await shown(visit)).length).toBe(50));
  await openFilters(visit);
  await eventually(async () => expect(await page.getByLabel("Phone").inputValue()).toBe(""));
  await page.getByLabel("Phone").fill("0000000000");
  await page.getByText("No order matches Phone 0000000000").waitFor();
  await button(visit, "Clear filter").click();
  await row(visit, "OD-J59").waitFor();

  await visit.goTo("/orders?startDate=2026-02-02&endDate=2026-02-01");
  await page.getByRole("alertdialog", { name: "Invalid date" }).getByRole("button", { name: "OK" }).click();
});

test("new orders are counted and move nothing; one that is shown changes in its place", async () => {
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/Orders?vendingMachine=MTR-1");
  await row(visit, "OD-J59").waitFor();
  await page.locator(".live-live").waitFor();
  const before = await shown(visit); // settled: its rows are there, and it follows them

  const first = await plant({ orderId: "OD-N1" });
  await plant({ orderId: "OD-N2" });
  await page.getByText("2 new", { exact: true }).waitFor();
  const known = await orders().findOne({ orderId: "OD-J58" });
  if (!known) throw new Error("it was planted");
  await app.colleague.call(changeOrder, {
    params: { id: `${known._id}` },
    body: { orderStatus: "payment canceled", reason: "asked to" },
  });
  await row(visit, "OD-J58").getByText("payment canceled").waitFor();
  await eventually(async () => expect(await shown(visit)).toEqual(before));

  await page.getByText("2 new", { exact: true }).click();
  await eventually(async () => expect((await shown(visit)).slice(0, 2)).toEqual(["OD-N2", "OD-N1"]));
  await row(visit, "OD-N1").getByRole("link", { name: "OD-N1" }).click();
  await reaches(visit, `/orders/${first._id}`);
});

test("an operator cancels an order with a reason; marked paid it is final, and its cans are credited", async () => {
  const order = await plant({ orderId: "OD-P1", lines: [anOrderLine({ quantity: 6, block: "bundle" })] });
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo(`/orders/${order._id}`);
  const form = formOf(visit, "Status");

  await choose(visit, "Status", "payment canceled");
  await form.getByRole("button", { name: "Save status" }).click();
  await page.locator(".field-error", { hasText: "Reason is required" }).waitFor();
  await form.getByLabel("Reason").fill("the customer asked to");
  await form.getByRole("button", { name: "Save status" }).click();
  await alert(visit, "Order Updated");
  await page.getByText("the customer asked to").waitFor();

  await choose(visit, "Status", "payment successful");
  await form.getByLabel("Reason").fill("seen on the bank's statement");
  await form.getByRole("button", { name: "Save status" }).click();
  await page.getByRole("alertdialog").getByText("6 cans and everything else it bought").waitFor();
  await page.getByRole("button", { name: "Mark as paid" }).click();
  await page.getByText("Paid: this is final").waitFor();
  await eventually(async () => expect(await page.getByRole("combobox", { name: "Status" }).isDisabled()).toBe(true));
  await page.getByText("Credited to the customer").waitFor();
  expect((await app.mongo.collections.cans.findOne({ _id: anu._id }))?.totalCans).toBe(6);

  await page.getByRole("link", { name: "View" }).first().click();
  await reaches(visit, `/Users/${anu._id}`);
});

test("two operators on one order: the second sees the first one's change beside their own", async () => {
  const order = await plant({ orderId: "OD-T1" });
  const visit = await app.visit();
  await visit.goTo(`/orders/${order._id}`);
  await visit.page.locator(".live-live").waitFor();
  const form = formOf(visit, "Status");
  await choose(visit, "Status", "payment failed");
  await form.getByLabel("Reason").fill("no money came");
  const call = { params: { id: `${order._id}` } };

  await app.colleague.call(changeOrder, {
    ...call,
    body: { orderStatus: "payment canceled", reason: "they asked to", rev: 0 },
  });

  await form.getByRole("cell", { name: "payment canceled", exact: true }).waitFor();
  await form.getByRole("cell", { name: "payment failed", exact: true }).waitFor();
  await visit.page.getByText("they asked to").waitFor();
  await form
    .getByRole("button", { name: /mine|yours/i })
    .first()
    .click();
  await form.getByRole("button", { name: "Save status" }).click();
  await alert(visit, "Order Updated");
  expect((await app.colleague.call(readOrder, call)).order).toMatchObject({ orderStatus: "payment failed", rev: 2 });
});

test("a view of the list is named, restores filters and order at another visit, names nobody, and is forgotten", async () => {
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/Orders?orderId=OD-J7&sort=time&phone=7110000001");
  await shows(visit, "OD-J7");
  await button(visit, "Views").click();
  await page.getByText("No view yet").waitFor();
  await page.getByLabel("Save this view as").fill("Seven");
  await button(visit, "Save view").click();
  await alert(visit, "View saved");
  expect(await visit.findViolationsInBothThemes()).toEqual([]);

  const later = await app.visit();
  await later.goTo("/Orders");
  await row(later, "OD-J59").waitFor();
  await button(later, "Views").click();
  await later.page.getByRole("link", { name: "Seven" }).click();
  await shows(later, "OD-J7");
  await eventually(() => expect(new URL(later.page.url()).search).toBe("?orderId=OD-J7&sort=time"));
  await button(later, "Clear").click();
  await row(later, "OD-J0").waitFor();
  await button(later, "Views").click();
  await later.page.getByRole("button", { name: "Delete view Seven" }).click();
  await later.page.getByText("No view yet").waitFor();
});

test("an order with all that may be noted on it, and what is to be checked of it, can be read by day and by night", async () => {
  const order = await plant({
    orderId: "OD-W390",
    providerOrderId: "order_W390",
    flags: ["other amount", "no money at provider"],
    discount: { productDiscount: 950, couponDiscount: 0, totalDiscount: 950 },
    lines: [
      anOrderLine(),
      anOrderLine({ brand: "DEPOSIT", productType: "deposit", block: "bundle", unitPrice: 1_000 }),
    ],
  });
  const visit = await app.visit({ width: 390 });
  const found: string[] = [];
  for (const path of [`/orders/${order._id}`, "/payment-review"]) {
    await visit.goTo(path);
    await visit.page.getByText(order.orderId).first().waitFor();
    await visit.page.locator(".live-live").waitFor();
    found.push(...(await visit.findViolationsInBothThemes()).map((text) => `${path}: ${text}`));
  }
  expect(found).toEqual([]);
});
