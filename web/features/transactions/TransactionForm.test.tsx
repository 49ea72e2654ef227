import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { store } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { TransactionForm } from "./TransactionForm.tsx";

const can: CanTransaction = {
  _id: "c".repeat(24),
  transactionId: "CT-1",
  status: "opened",
  time: "2026-11-22T08:00:00.000Z",
  user: { _id: "a".repeat(24), name: "Anu", phone: "9000000001", email: "" },
  vendingMachine: { _id: "b".repeat(24), vendingMachineId: "VM-1", name: "Metro", profileName: "", region: "" },
  product: { _id: "d".repeat(24), brand: "Cola" },
  brand: "Cola",
  containerId: "1",
  returnCan: false,
  depositUsed: true,
  isContainerWorking: true,
  containerOpen: true,
  containerClose: false,
  returnCanVerified: false,
  comment: "looked at",
  containerOpenTime: null,
  vendingMachineMessage: "",
  sessionId: "e".repeat(24),
  returnedAt: null,
  refundedAt: null,
  review: null,
  rev: 4,
} as unknown as CanTransaction;
const sent: unknown[] = [];

beforeEach(() => {
  store.set(tokenAtom, "t");
  sent.length = 0;
  vi.stubGlobal("fetch", async (_: string, { method, body }: RequestInit) => {
    if (method === "PUT") sent.push(JSON.parse(String(body)));
    return new Response(JSON.stringify({ success: false, error: "not now" }), { status: 409 });
  });
});

const shown = () =>
  showPage(<TransactionForm record={can} onKnown={() => {}} />, {
    at: "/transactions/x",
    path: "/transactions/:id",
    store,
  });

test("a flag that was changed is sent alone, and so is the comment", async () => {
  const { user } = shown();

  await user.click(screen.getByRole("switch", { name: /^Container close/ }));
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  await waitFor(() => expect(sent).toEqual([{ containerClose: true, rev: 4 }]));

  await user.click(screen.getByRole("switch", { name: /^Container close/ }));
  await user.type(screen.getByLabelText(/^Comment/), " twice");
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  await waitFor(() => expect(sent.at(-1)).toEqual({ comment: "looked at twice", rev: 4 }));
});
