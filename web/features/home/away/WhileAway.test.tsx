import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Away } from "#shared/network-events/while-away.schema.ts";
import { store } from "../../../state/jotai.ts";
import { tokenAtom } from "../../../state/session.atoms.ts";
import { pretendPhone } from "../../../testing/dom.ts";
import { showPage } from "../../../testing/screen.tsx";
import { restOf } from "./away-words.ts";
import WhileAway from "./WhileAway.tsx";

const id = (digit: string) => digit.repeat(24);
const of = { from: "2026-11-22T12:00:00.000Z", until: "2026-11-23T07:00:00.000Z", isCut: false };
const at = "2026-11-23T01:00:00.000Z";
const lobby = { _id: id("a"), name: "Lobby" };
const anu = { _id: id("b"), name: "Anu R" };
const away: Away = {
  ...of,
  lines: [
    { kind: "outage", at, machine: lobby, words: "", times: 1, lastedMs: 7_230_000, isOver: false },
    { kind: "failed vends", at, machine: lobby, count: 2, transaction: id("c") },
    {
      kind: "outage",
      at,
      machine: null,
      words: "21 machines of Kochi offline",
      times: 2,
      lastedMs: 60_000,
      isOver: true,
    },
    { kind: "alarm", at, alarm: id("d"), words: "A door opened", times: 1, isOver: false },
    { kind: "refunds", at, by: anu, count: 1, transaction: id("e") },
    { kind: "actions", at, by: anu, verbs: [{ verb: "container.stocked", count: 14 }], others: 3 },
  ],
  more: 31,
};

const show = (answer: Away | null) => {
  store.set(tokenAtom, "t");
  const body = JSON.stringify({ success: true, away: answer, asOf: "0".repeat(16) });
  vi.stubGlobal("fetch", async () => new Response(body));
  const [onKnown, onClose] = [vi.fn(), vi.fn()];
  const page = (
    <>
      <h1>Home</h1>
      <WhileAway onKnown={onKnown} onClose={onClose} />
    </>
  );
  showPage(page, { store });
  return { onKnown, onClose };
};

test("what happened is one line each with a link, and gone with one key", async () => {
  const { onKnown, onClose } = show(away);

  await screen.findByRole("heading", { name: "While you were away" });
  const rows = screen.getAllByRole("listitem").map((row) => row.textContent);
  expect(rows[0]).toMatch(/^Lobby is offline since .*, 2 h so far$/);
  expect(rows[1]).toMatch(/^2 cans did not come out at Lobby, the last at /);
  expect(rows[2]).toMatch(/^21 machines of Kochi offline 2 times, 1 min in all, back since /);
  expect(rows[3]).toMatch(/^A door opened since /);
  expect(rows[4]).toMatch(/^1 can refunded by Anu R, at /);
  expect(rows[5]).toBe("Anu R Container stocked (14), and 3 more");
  expect(rows[6]).toBe("and 31 more");
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    `/vendingMachine/${lobby._id}?tab=history`,
    `/Transactions?view=needs-action&case=${id("c")}`,
    "/live-status",
    `/alarms?case=${id("d")}`,
    `/transactions/${id("e")}`,
    `/audit?actor=${anu._id}&startDate=2026-11-22&endDate=2026-11-23`,
    "/audit?startDate=2026-11-22&endDate=2026-11-23",
  ]);
  expect(onKnown).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();

  fireEvent.keyDown(document.body, { key: "x" });
  expect(onClose).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(document.body);
});

test("on a phone the rest is behind a button; no press loses the focus", async () => {
  pretendPhone();
  show(away);
  await screen.findByRole("heading", { name: "While you were away" });
  expect(screen.getAllByRole("link")).toHaveLength(3);

  fireEvent.click(screen.getByRole("button", { name: "34 more" }));
  expect(document.activeElement?.textContent).toBe("A door opened");
  const close = screen.getByRole("button", { name: /^Close/ });
  close.focus();
  fireEvent.click(close);
  expect(document.activeElement?.textContent).toBe("Home");
});

test("where nothing happened nothing is shown, nor requested again", async () => {
  const { onClose } = show(null);

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(screen.queryByRole("heading", { level: 2 })).toBeNull();
});

test("what does not fit is found where the last line is found", () => {
  const [open, failed, over] = away.lines;
  const restAfter = (...lines: (typeof open)[]) => restOf({ ...of, lines: lines.flatMap((line) => line ?? []) });
  expect([restAfter(open), restAfter(open, failed), restAfter(open, failed, over)]).toEqual([
    "/alarms",
    "/Transactions?view=needs-action",
    "/alarms?view=cleared",
  ]);
});
