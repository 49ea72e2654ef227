import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { live } from "../../live/socket.ts";
import { needsActionAtom } from "../../records/needs-action.atoms.ts";
import { store } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { FailedVends } from "./WaitingChips.tsx";

let total: number;
beforeEach(() => {
  store.set(tokenAtom, "t");
  vi.spyOn(live, "listen").mockImplementation(() => () => undefined);
  const reply = () => JSON.stringify({ success: true, transactions: [], total, asOf: "0".repeat(16) });
  vi.stubGlobal("fetch", async () => new Response(reply()));
});

it.each([
  [1, "1 case of failed vends"],
  [1_000, "1,000 cases of failed vends"],
])("%s failed vends lead to the page where they are handled", async (count, words) => {
  total = count;
  showPage(<FailedVends />, { store });

  const link = await screen.findByRole("link", { name: words });
  expect(link.getAttribute("href")).toBe("/Transactions?view=needs-action");
});

it("failed vends say nothing while there are none", async () => {
  total = 0;
  showPage(<FailedVends />, { store });

  await waitFor(() => expect(store.get(needsActionAtom).data?.total).toBe(0));
  await waitFor(() => expect(screen.queryByRole("link")).toBeNull());
});
