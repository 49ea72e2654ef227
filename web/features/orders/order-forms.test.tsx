import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { Order } from "#shared/orders/order.schema.ts";
import { atom, store, useAtom, useAtomValue } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { OrderFlags } from "./OrderFlags.tsx";
import { OrderStatusCard } from "./OrderStatusCard.tsx";
import { shownOrder } from "./testing/shown-order.ts";

const orderAtom = atom<Order>(shownOrder(1));
const become = (changes: Partial<Order>) => act(() => store.set(orderAtom, (order) => ({ ...order, ...changes })));
function Flags() {
  const [record, onKnown] = useAtom(orderAtom);
  return <OrderFlags record={record} onKnown={onKnown} />;
}
function Status() {
  return <OrderStatusCard record={useAtomValue(orderAtom)} onKnown={vi.fn()} />;
}
const typed = (label: string) => screen.queryByLabelText<HTMLInputElement>(label)?.value;

beforeEach(() => store.set(tokenAtom, "t"));

it("what was done about flags stays typed where a colleague resolves them first, and goes once it is undone", async () => {
  store.set(orderAtom, shownOrder(2, { flags: ["paid twice"] }));
  const { user } = showPage(<Flags />, { store });
  await user.type(screen.getByLabelText("What was done"), "Given back in cash");

  become({ flags: [], rev: 1 });

  expect(typed("What was done")).toBe("Given back in cash");
  await screen.findByText("Its flags were resolved meanwhile: the timeline says by whom.");
  screen.getByRole("button", { name: "Mark as resolved", description: "No flag is left to resolve" });

  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Check this order" })).toBeNull());
});

it("who resolves flags is not told for a moment that somebody else did", async () => {
  const order = shownOrder(4, { flags: ["paid twice"] });
  store.set(orderAtom, order);
  vi.stubGlobal("fetch", async () => Response.json({ success: true, order: { ...order, flags: [], rev: 1 } }));
  const { user } = showPage(<Flags />, { store });
  await user.type(screen.getByLabelText("What was done"), "Given back in cash");
  const said: (string | null)[] = [];
  const watch = new MutationObserver(() => said.push(document.body.textContent));
  watch.observe(document.body, { childList: true, subtree: true });

  await user.click(screen.getByRole("button", { name: "Mark as resolved" }));

  await waitFor(() => expect(screen.queryByLabelText("What was done")).toBeNull());
  watch.disconnect();
  expect(said.filter((text) => text?.includes("resolved meanwhile"))).toEqual([]);
});

it("the reason of a status stays typed where the order is paid first, beside the status that it has now", async () => {
  store.set(orderAtom, shownOrder(3));
  const { user } = showPage(<Status />, { store });
  screen.getByRole("combobox", { name: "Status" }).focus();
  await user.keyboard("{ArrowDown}");
  await user.click(await screen.findByRole("option", { name: "payment failed", hidden: true }));
  await user.type(screen.getByLabelText("Reason"), "The bank says no");

  become({ orderStatus: "payment successful", rev: 1 });

  expect(typed("Reason")).toBe("The bank says no");
  const conflict = within(await screen.findByRole("row", { name: /^Status/ }));
  expect([conflict.getByText("payment successful"), conflict.getByText("payment failed")]).toBeTruthy();
  screen.getByRole("button", { name: "Save status", description: "Paid: this is final" });

  await user.click(screen.getByRole("button", { name: "Take theirs" }));
  await screen.findByText("Paid: this is final");
  expect(typed("Reason")).toBeUndefined();
});
