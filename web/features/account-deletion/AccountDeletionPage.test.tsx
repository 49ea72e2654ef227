import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AccountDeletion, Standing } from "#shared/account-deletion/account-deletion.schema.ts";
import { store } from "../../state/jotai.ts";
import { operatorAtom, tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { Component as AccountDeletionPage } from "./AccountDeletionPage.tsx";
import { type NumberedDeletion, publishedOf } from "./deletions-source.ts";
import { standingWords } from "./standing-words.ts";

const request: AccountDeletion = {
  _id: "a".repeat(24),
  UserPhoneNumber: "6880000008",
  userId: "b".repeat(24),
  requestTime: "2026-11-21T08:30:00.000Z",
  requestProcessed: false,
  processedAt: null,
  rev: 0,
};
const nothing: Standing = {
  cans: 0,
  deposit: 0,
  securityDeposit: 0,
  depositBought: 0,
  depositUsed: 0,
  freeDeposit: 0,
  penalties: 0,
  penaltiesAmount: 0,
  processingOrders: 0,
  pendingTransactions: 0,
};
let isDown: boolean;
let whyNot: string | null;
const said: string[] = [];

const signIn = (role: "admin" | "staff") =>
  store.set(operatorAtom, { _id: "d".repeat(24), name: "Asha Rao", phone: "9876543210", email: "", role });

beforeEach(() => {
  isDown = false;
  whyNot = null;
  said.length = 0;
  store.set(tokenAtom, "a token");
  signIn("admin");
  vi.stubGlobal("fetch", async (url: string, { method }: { method: string }) => {
    if (isDown) throw new TypeError("no answer");
    said.push(`${method} ${url.replace("/api/v1.2", "")}`);
    const processed = { ...request, _id: "c".repeat(24), requestProcessed: true, UserPhoneNumber: "deleted-1", rev: 1 };
    const page = { requests: [request, processed], pages: 1, total: 2, activePage: 1, currentPage: 1, pageList: [1] };
    const answer = url.includes("/all") ? page : { request, standing: { ...nothing, cans: 1_234 }, whyNot };
    return new Response(JSON.stringify({ success: true, asOf: "0000000000000001", ...answer }));
  });
});
afterEach(() => store.set(operatorAtom, null));
const open = () => showPage(<AccountDeletionPage />, { at: "/account-deletion", path: "/account-deletion", store });
const ofRequest = async () => within((await screen.findByText("6880000008")).closest("tr") as HTMLElement);

test("its columns are the specification's, and the second row has its stripe", async () => {
  open();
  const row = await ofRequest();

  expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).toEqual(
    expect.arrayContaining(["Index", "Phone", "userId", "Requested On", "requestProcessed"]),
  );
  expect(row.getByText("No")).toBeTruthy();
  expect(row.getByRole("link").getAttribute("href")).toBe(`/Users/${request.userId}`);
  expect(document.querySelector(".row-stripe")?.textContent).toContain("deleted-1");
  expect(screen.getByRole("link", { name: "Back" }).getAttribute("href")).toBe("/");
});

test("an admin sees what is open, has the focus on Cancel, and may leave it", async () => {
  const { user } = open();
  await user.click((await ofRequest()).getByRole("button", { name: "Delete account of 6880000008" }));

  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText("1,234 cans paid for and not taken: written off")).toBeTruthy();
  expect(dialog.getByText(/This cannot be undone\.$/)).toBeTruthy();
  expect(document.activeElement).toBe(dialog.getByRole("button", { name: "Cancel" }));
  await user.keyboard("{Enter}");

  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(said.some((call) => call.startsWith("POST"))).toBe(false);
});

test("what forbids it is shown, and the action is disabled", async () => {
  whyNot = "A transaction is pending: open or refund it first";
  const { user } = open();
  await user.click((await ofRequest()).getByRole("button", { name: "Delete account of 6880000008" }));

  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getAllByText(whyNot).length).toBeGreaterThan(0);
  await user.click(dialog.getByRole("button", { name: "Delete account" }));
  expect(said.some((call) => call.startsWith("POST"))).toBe(false);
});

test("staff see why the button is not theirs", async () => {
  signIn("staff");
  const { user } = open();
  const row = await ofRequest();

  expect(row.getByText("Only an admin may delete an account")).toBeTruthy();
  await user.click(row.getByRole("button", { name: "Delete account of 6880000008" }));
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("requests that cannot be fetched are reported in the specification's words", async () => {
  isDown = true;
  open();

  await screen.findByRole("button", { name: "Retry" });
  expect(screen.getAllByText("Failed to feth sales data").length).toBeGreaterThan(0);
});

test("an event counts a new row, updates a shown row, and keeps its phone", () => {
  const shown: NumberedDeletion = { ...request, index: 1 };
  const page = { rows: [shown], pages: 1, total: 1, newIds: new Set<string>(), isOld: false };
  const { UserPhoneNumber: _, ...record } = request;

  expect(publishedOf(page, { ...record, requestProcessed: true, rev: 1 }).rows).toEqual([
    { ...shown, requestProcessed: true, rev: 1 },
  ]);
  expect([...publishedOf(page, { ...record, _id: "e".repeat(24) }).newIds]).toEqual(["e".repeat(24)]);
  expect(publishedOf(page, { ...record, _id: "e".repeat(24), requestProcessed: true, rev: 1 })).toBe(page);
});

test("every figure that stands open has its line", () => {
  expect(standingWords(nothing)).toEqual([]);
  const all = { cans: 1, deposit: 20, securityDeposit: 100_000, depositBought: 2, depositUsed: 1, freeDeposit: 1 };
  const under = { penalties: 2, penaltiesAmount: 25, processingOrders: 1, pendingTransactions: 2 };
  expect(standingWords({ ...all, ...under })).toEqual([
    "1 can paid for and not taken: written off",
    "Refundable deposit of ₹20.00 for 2 cans: written off",
    "Security deposit of ₹1,00,000.00: written off",
    "1 free deposit: written off",
    "1 can taken on a deposit and not returned",
    "2 unpaid penalties of ₹25.00: canceled",
    "1 order processing",
    "2 transactions pending",
  ]);
});
