import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { store } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { TransactionForm } from "./TransactionForm.tsx";
import { shownCan } from "./testing/shown-can.ts";

const can = shownCan();
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
