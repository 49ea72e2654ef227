import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Order } from "#shared/orders/order.schema.ts";
import { store } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { Component as OrderPage } from "./OrderPage.tsx";
import { shownOrder } from "./testing/shown-order.ts";

let number = 0;
let order: Order;
/** What the next PUT is answered; null is no answer at all. */
let answer: Promise<{ status: number; body: object } | null>;
const sent: { url: string; body: unknown }[] = [];

beforeEach(() => {
  store.set(tokenAtom, "t");
  // Each test has a page of its own: what is shown of an order stays known to the client.
  number += 1;
  order = shownOrder(number);
  sent.length = 0;
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit) => {
    if (method === "GET") return new Response(JSON.stringify({ success: true, order, asOf: "0000000000000001" }));
    sent.push({ url, body: JSON.parse(String(body)) });
    const given = await answer;
    if (!given) throw new TypeError("no answer");
    return new Response(JSON.stringify(given.body), { status: given.status });
  });
});

const open = async () => {
  const page = showPage(<OrderPage />, { at: `/orders/${order._id}`, path: "/orders/:id", store });
  await screen.findByRole("heading", { level: 1, name: new RegExp(order.orderId) });
  return page;
};
const verify = () => screen.getByRole<HTMLButtonElement>("button", { name: "Verify Payment" });
const status = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Status" });
const chooseFailed = async (user: ReturnType<typeof showPage>["user"]) => {
  status().focus();
  await user.keyboard("{ArrowDown}");
  await user.click(await screen.findByRole("option", { name: "payment failed", hidden: true }));
  await user.type(screen.getByLabelText("Reason"), "no money came");
  await user.click(screen.getByRole("button", { name: "Save status" }));
};

test("its lines, sums, flags and timeline are said in words", async () => {
  order = {
    ...order,
    flags: ["other amount"],
    discount: { productDiscount: 8, couponDiscount: 1.5, totalDiscount: 9.5 },
    penalty: { quantity: 2, unitPrice: 5, totalPrice: 10 },
    securityDeposit: 200,
    steps: [
      ...order.steps,
      {
        at: "2026-11-22T09:00:00.000Z",
        what: "moved",
        orderStatus: "payment failed",
        source: "operator",
        by: { _id: "e".repeat(24), name: "Divya R" },
        paymentId: "pay_1",
        reason: "bank said no",
      },
    ],
  };
  await open();

  for (const text of ["Cola", "-₹9.50", "Penalty (2 × ₹5.00)", "₹200.00", "Ordered", "bank said no", "pay_1"]) {
    expect(screen.getAllByText(text, { exact: true }).length, text).toBeGreaterThan(0);
  }
  expect(screen.getByText(/^The amount or currency at the provider/)).toBeTruthy();
  expect(screen.getByText("by Divya R")).toBeTruthy();
  expect(screen.getByText("by the customers' app")).toBeTruthy();
  expect(screen.getAllByRole("link", { name: "View" }).map((link) => link.getAttribute("href"))).toEqual([
    `/Users/${order.user._id}`,
    `/vendingMachine/${order.vendingMachine._id}`,
  ]);
});

test("Verify Payment is disabled while a check runs, and shows the result", async () => {
  let end = (_: { status: number; body: object }) => {};
  answer = new Promise((resolve) => {
    end = resolve;
  });
  const { user } = await open();

  await user.click(verify());
  expect(verify().getAttribute("aria-disabled")).toBe("true");
  await user.click(verify());
  expect(sent).toEqual([{ url: "/api/v1.2/payment/verify-payment", body: { _id: order._id } }]);

  const paid = { ...order, orderStatus: "payment successful", rev: 1 };
  end({ status: 200, body: { success: true, order: paid } });
  await screen.findByText("Payment Updated");
  await screen.findByText("Paid: this is final");
  expect(verify().getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByRole("button", { name: "Verify Payment", description: /^It is paid/ })).toBe(verify());
  expect(status().disabled).toBe(true);
  expect(screen.queryByRole("button", { name: "Save status" })).toBeNull();
});

test.each([503, 409])(
  "a check that is answered with an error (%i) shows the order as the answer has it",
  async (code) => {
    const error = "The payment provider does not answer";
    const now = { ...order, orderStatus: "payment canceled", rev: 4 };
    answer = Promise.resolve({ status: code, body: { success: false, error, order: now } });
    const { user } = await open();

    await user.click(verify());

    await screen.findByText(error);
    await waitFor(() => expect(document.querySelector("h1")?.textContent).toContain("payment canceled"));
    expect(verify().getAttribute("aria-disabled")).toBeNull();
  },
);

test("an operator who was too late reads so, and sees the order as it is now", async () => {
  const error = "This order was changed by somebody else meanwhile";
  const now = { ...order, orderStatus: "payment canceled", rev: 1 };
  answer = Promise.resolve({ status: 409, body: { success: false, error, order: now } });
  const { user } = await open();

  await chooseFailed(user);

  await screen.findByText(error);
  await waitFor(() => expect(document.querySelector("h1")?.textContent).toContain("payment canceled"));
  expect(sent).toEqual([
    {
      url: `/api/v1.2/orders/${order._id}`,
      body: { orderStatus: "payment failed", reason: "no money came", rev: 0 },
    },
  ]);
  expect(await screen.findByRole("cell", { name: "payment failed" })).toBeTruthy();
});

test("no answer to an edit is said in the specification's words, and keeps what was typed", async () => {
  answer = Promise.resolve(null);
  const { user } = await open();

  await chooseFailed(user);

  await screen.findByText("Error: Failed to update order");
  expect(screen.getByLabelText<HTMLInputElement>("Reason").value).toBe("no money came");
});
