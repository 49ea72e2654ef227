import { expect, test } from "vitest";
import { said, timelineCsv } from "./timeline-words.tsx";

const id = "0123456789abcdef01234567";
const at = "2026-11-24T08:00:00.000Z";
const order = {
  kind: "order",
  at,
  order: id,
  orderId: "ORD-1",
  orderStatus: "processing",
  netAmount: 1_094.4,
  user: { _id: id, name: '=Anu "A"' },
} as const;

test("an order leads to its page and names its customer", () => {
  expect(said(order)).toMatchObject({
    text: "Order ORD-1, ₹1,094.40: processing",
    to: `/orders/${id}`,
    person: id,
  });
});

test("a file has a row for each entry, and no text of it runs as a formula", () => {
  const temperature = { kind: "temperature", at, lowest: 3, highest: 5 } as const;

  expect(timelineCsv([order, temperature]).split("\r\n")).toEqual([
    '"Time","Kind","What","About"',
    `"${at}","order","Order ORD-1, ₹1,094.40: processing","'=Anu ""A"""`,
    `"${at}","temperature","Temperature 3 to 5 °C","in one hour"`,
    "",
  ]);
});
