import { describe, expect, test } from "vitest";
import { whyNotMoved } from "./order-moves.ts";
import { OrderSource, OrderStatus } from "./order-status.ts";

const statuses = OrderStatus.options;
const ofProvider = ["verification", "webhook", "sweep"] as const;

test.each(OrderSource.options)("nothing that %s says moves an order that is paid", (source) => {
  const said = statuses.map((to) => whyNotMoved("payment successful", { to, source }));
  expect(said).toEqual(statuses.map(() => "paid"));
});

describe.each(ofProvider)("of what the provider says by %s", (source) => {
  test.each<[OrderStatus, OrderStatus, ReturnType<typeof whyNotMoved>]>([
    ["processing", "payment failed", null],
    ["processing", "payment canceled", null],
    ["processing", "payment successful", null],
    ["payment failed", "payment successful", null],
    ["payment canceled", "payment successful", null],
    ["payment failed", "payment canceled", "backwards"],
    ["payment canceled", "payment failed", "backwards"],
    ["payment failed", "processing", "backwards"],
    ["payment canceled", "processing", "backwards"],
    ["payment failed", "payment failed", "same"],
  ])("%s to %s: %s", (from, to, why) => {
    expect(whyNotMoved(from, { to, source })).toBe(why);
  });
});

test("an operator sets any status until the order is paid", () => {
  const open = statuses.filter((status) => status !== "payment successful");
  const refused = open.flatMap((from) =>
    statuses.filter((to) => from !== to && whyNotMoved(from, { to, source: "operator" }) !== null),
  );
  expect(refused).toEqual([]);
});
