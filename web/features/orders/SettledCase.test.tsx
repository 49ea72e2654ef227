import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Order } from "#shared/orders/order.schema.ts";
import { store } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { SettledCase } from "./SettledCase.tsx";
import { shownOrder } from "./testing/shown-order.ts";

let order: Order | null;
beforeEach(() => {
  store.set(tokenAtom, "t");
  vi.stubGlobal("fetch", async () =>
    order
      ? new Response(JSON.stringify({ success: true, order, asOf: "0000000000000001" }))
      : new Response(JSON.stringify({ success: false, error: "No such order" }), { status: 404 }),
  );
});
const open = (id: string) => {
  showPage(<SettledCase id={id} />, { at: "/", path: "/", store });
};
const settled = {
  at: "2026-11-22T09:00:00.000Z",
  what: "settled",
  orderStatus: "payment failed",
  source: "operator",
  by: { _id: "e".repeat(24), name: "Divya R" },
  paymentId: "",
  reason: "refunded at the provider",
} as const;

test("who settled a case stands there, when, and why", async () => {
  order = shownOrder(1, { steps: [settled] });
  open(order._id);
  expect(
    await screen.findByText(/^This case was settled by Divya R at .*2026.*: refunded at the provider\./),
  ).toBeTruthy();
  expect(screen.getByRole("link", { name: "OD-1" }).getAttribute("href")).toBe(`/orders/${order._id}`);
});

test("a case that waits and is not listed is not called settled", async () => {
  order = shownOrder(2, { steps: [settled], flags: ["other amount"] });
  open(order._id);
  expect(await screen.findByText(/still needs a check/)).toBeTruthy();
});

test("what is no order, or none any more, was settled by somebody", async () => {
  order = null;
  open("pay_Nobodys");
  expect(screen.getByText(/is closed/)).toBeTruthy();
});
