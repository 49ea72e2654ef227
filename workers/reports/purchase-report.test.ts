import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { read, utils } from "xlsx";
import { purchaseColumns } from "#shared/orders/order-list.ts";
import { anOrder, anOrderLine } from "#shared/runtime/testing/stored-orders.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { createListReader } from "../../gateway/exported-lists.ts";
import { createReportDesk } from "./report-desk.ts";
import { openReportFixture } from "./testing/report.fixture.ts";

const fixture = setUp(() => openReportFixture(3));

test("purchase data carry what was bought: lines, discounts, deposits and penalties, an order a row", async () => {
  const [lines, day] = [
    [anOrderLine(), anOrderLine({ brand: "Tonic; dry", block: "bundle", quantity: 6, unitPrice: 3_333 })],
    "2026-03-01",
  ];
  const deposit = anOrderLine({ brand: "DEPOSIT", productType: "deposit", quantity: 3, unitPrice: 1_000 });
  const order = anOrder({ _id: fixture.people[0]?._id ?? new ObjectId() }, fixture.machine, {
    lines: [...lines, deposit],
    discount: { productDiscount: 150, couponDiscount: 50, totalDiscount: 200 },
    penalty: { quantity: 2, unitPrice: 500, totalPrice: 1_000, penalties: [] },
    securityDeposit: 20_000,
    time: new Date(`${day}T06:00:00Z`),
  });
  await fixture.mongo.collections.orders.insertOne(order);
  const filters = { vendingMachine: "all", startDate: day, endDate: day };
  const id = await fixture.request({ reportType: "Order", filters });
  const text = await fixture.request({ reportType: "Order", filters, format: "csv" });
  const lists = createListReader({ mongo: fixture.mongo, timeZone: "Asia/Kolkata" });
  await createReportDesk({ ...fixture, lists, now: async () => Date.now() }).run();

  const { SheetNames, Sheets } = read(await fixture.contentOf(id));
  const written = utils.sheet_to_json<string[]>(Sheets[SheetNames[0] ?? ""] ?? {}, { header: 1 });
  const [heads = [], row = [], ...more] = written;
  expect([heads, more]).toEqual([purchaseColumns.map(({ head }) => head), []]);
  const bought = Object.fromEntries(heads.map((head, at) => [head, row[at]]));
  expect(bought).toMatchObject({
    Products: "Tonic; dry (bundle): 6 x 33.33 = 199.98; Cola (unit): 2 x 40 = 80; DEPOSIT (unit): 3 x 10 = 30",
    Cans: 8,
    "Price Of Cans": 279.98,
    "Product Discount": 1.5,
    "Coupon Discount": 0.5,
    "Total Discount": 2,
    Deposits: 3,
    "Refundable Deposit": 30,
    "Security Deposit": 200,
    Penalties: 2,
    Penalty: 10,
  });
  expect(`${await fixture.contentOf(text)}`).toContain(`,"${bought.Products}",8,279.98,1.5,0.5,2,3,30,200,2,10`);
});
