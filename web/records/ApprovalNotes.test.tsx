import { act, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Approval } from "#shared/approvals/approval.schema.ts";
import { withRecord } from "../live/records.ts";
import { live } from "../live/socket.ts";
import { store } from "../state/jotai.ts";
import { operatorAtom, tokenAtom } from "../state/session.atoms.ts";
import { unsavedAtom } from "../state/unsaved.atoms.ts";
import { playHearers } from "../testing/heard-live.ts";
import { showPage } from "../testing/screen.tsx";
import { ApprovalNotes } from "./ApprovalNotes.tsx";
import { approvalsAtom } from "./approvals.atoms.ts";

const [record, user, asker, operator] = ["a", "b", "c", "d"].map((digit) => digit.repeat(24)) as [
  string,
  string,
  string,
  string,
];
const approval: Approval = {
  _id: "e".repeat(24),
  kind: "cans",
  record,
  user,
  what: "Cola at Pier: 1 → 9 cans",
  reason: "The machine kept eight of them",
  by: { _id: asker, name: "Asha" },
  at: "2026-11-21T09:00:00.000Z",
  state: "requested",
  decidedBy: null,
  decidedAt: null,
  decision: "",
  rev: 1,
};

/** One request, which the operator may decide; a decision is never answered. */
const play = () => {
  store.set(tokenAtom, "t");
  store.set(operatorAtom, { _id: operator, name: "Ravi", phone: "9800000001", email: "", role: "staff" });
  playHearers();
  vi.spyOn(live, "connected").mockReturnValue(true);
  vi.spyOn(live, "join").mockResolvedValue();
  vi.stubGlobal("fetch", async (_: string, { method }: RequestInit) =>
    method === "GET"
      ? Response.json({ success: true, approvals: [approval], asOf: "0".repeat(16) })
      : new Promise<Response>(() => undefined),
  );
};

it("why a request is declined is not lost by leaving without a question, and holds nothing while it is declined", async () => {
  play();
  const { user: person } = showPage(<ApprovalNotes record={record} />, { store });
  await person.type(await screen.findByLabelText("Why it is declined"), "No can was kept");
  expect(store.get(unsavedAtom)).toEqual(["Why it is declined"]);

  await person.click(screen.getByRole("button", { name: "Decline" }));

  await waitFor(() => expect(store.get(unsavedAtom)).toEqual([]));
  store.set(operatorAtom, null);
});

it("what is typed stays where a colleague decides meanwhile, and goes with its request once it is taken out", async () => {
  play();
  const { user: person } = showPage(<ApprovalNotes record={record} />, { store });
  const field = () => screen.queryByLabelText<HTMLInputElement>("Why it is declined");
  await waitFor(() => expect(field()).not.toBeNull());
  await person.type(field() as HTMLInputElement, "No can was kept");

  const declined = { ...approval, state: "declined" as const, rev: 2 };
  act(() => store.set(approvalsAtom, { do: "update", change: (list) => withRecord(list, declined) }));

  await screen.findByText("This request was decided already, or has ended.");
  expect(field()?.value).toBe("No can was kept");
  expect(screen.queryByRole("button", { name: "Decline" })).toBeNull();

  await person.clear(field() as HTMLInputElement);
  await waitFor(() => expect(field()).toBeNull());
  expect(store.get(unsavedAtom)).toEqual([]);
  store.set(operatorAtom, null);
});
