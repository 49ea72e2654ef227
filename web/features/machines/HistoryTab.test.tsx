import { act, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { Session } from "#shared/control-units/control-unit.schema.ts";
import type { HistoryEntry, Measured, Uptime } from "#shared/machines/machine-history.schema.ts";
import { store } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { playHearers } from "../../testing/heard-live.ts";
import { showPage } from "../../testing/screen.tsx";
import { HistoryTab } from "./HistoryTab.tsx";
import { shownAt, shownMachine } from "./testing/shown-machine.ts";

const [now, machine] = [shownAt, shownMachine];
const ago = (seconds: number) => new Date(now - seconds * 1_000).toISOString();
const sessionId = "5".repeat(24);
const unit = { serialNumber: "CU-1" };
const command = (seconds: number): HistoryEntry => ({
  kind: "command",
  at: ago(seconds),
  sessionId,
  type: "open",
  containers: ["3", "4"],
  status: "failed",
  reason: "1 of 2 did not succeed",
  startedBy: "Asha",
});
const everything: HistoryEntry[] = [
  { kind: "gap", at: ago(0), from: ago(125), to: null },
  { kind: "disconnected", at: ago(200), ...unit, why: "silent" },
  command(300),
  { kind: "door", at: ago(310), ...unit, channel: 3, containerId: "3", isLocked: false, unlisted: 0 },
  { kind: "door", at: ago(310), ...unit, channel: 9, containerId: "", isLocked: false, unlisted: 839 },
  {
    kind: "problem",
    at: ago(320),
    ...unit,
    reason: "out-of-range",
    topic: "locks",
    field: "containers.0.channel",
    message: "Too big: expected number to be <=999",
  },
  { kind: "gap", at: ago(400), from: ago(1_150), to: ago(400) },
  { kind: "connected", at: ago(2_000), ...unit },
];

let pages: { entries: HistoryEntry[]; more: boolean }[];
let uptime: Uptime;
let measured: Measured;
let fails: boolean;
const requested: string[] = [];
let say: ReturnType<typeof playHearers>;
beforeEach(() => {
  vi.useFakeTimers({ now });
  store.set(tokenAtom, "t");
  pages = [{ entries: everything, more: false }];
  uptime = { sevenDays: 0.99954, thirtyDays: 1 };
  measured = {
    since: ago(3 * 86_400),
    until: ago(0),
    gaps: [{ from: ago(3_600), to: ago(1_800) }],
    days: [
      { day: "2026-11-19", measured: 0, share: null },
      { day: "2026-11-20", measured: 1, share: 0.5 },
      { day: "2026-11-21", measured: 0.4, share: 1 },
    ],
  };
  fails = false;
  requested.length = 0;
  vi.stubGlobal("fetch", async (url: string) => {
    requested.push(url.replace(/.*\/history/, ""));
    if (fails) return new Response("{}", { status: 503 });
    const page = pages.length > 1 ? pages.shift() : pages[0];
    return new Response(JSON.stringify({ success: true, ...page, uptime, measured, keptDays: 60 }), { status: 200 });
  });
  say = playHearers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const open = async (search = "?tab=history") => {
  const page = showPage(<HistoryTab machine={machine} />, { at: `/${search}`, store });
  await pass(300);
  return page;
};
const lines = () => [...document.querySelectorAll(".history-words")].map((line) => line.textContent);
const press = async (name: string) => {
  act(() => screen.getByRole<HTMLButtonElement>("button", { name }).click());
  await pass(300);
};

it("shows what happened in plain words, with the uptime of 7 and 30 days", async () => {
  await open();

  expect(lines()).toEqual([
    expect.stringMatching(/^Not heard for 2 min \d+ s NowSince 21 Nov 2026/),
    "Disconnected: nothing was heard from it for one and a half times its keep-aliveControl unit CU-1",
    "Open Container Failedcontainers 3 and 4 · 1 of 2 did not succeed · by Asha",
    "Containers 3 and on channel 9: UnLockedAfter 839 changes too quick to list each",
    "A locks message was dropped: a number or text is out of its boundsfield containers.0.channel · Too big: expected number to be <=999 · control unit CU-1",
    expect.stringMatching(/^Not heard for 12 min 30 s/),
    "ConnectedControl unit CU-1",
  ]);
  expect(screen.getByText("99.95 %")).toBeTruthy();
  expect(screen.getByText("100 %")).toBeTruthy();
  expect(screen.getAllByText("measured for 3 days")).toHaveLength(2);
  expect(screen.getByRole("list", { name: "Uptime by day" }).textContent).toBe(
    "19 Nov 2026: not measured20 Nov 2026: 50 %21 Nov 2026, so far: 100 %",
  );
  expect(screen.getByText("1 outage, 30 min in all.")).toBeTruthy();
  expect(screen.getByRole("list", { name: "Outages of the last 24 hours" }).children).toHaveLength(1);
  expect(screen.getByRole("link", { name: "Open Container" }).getAttribute("href")).toBe(
    `/test-vending-machine?session=${sessionId}`,
  );
});

it("keeps the kind in the address, and requests that kind alone", async () => {
  const page = await open();

  await press("Gaps");

  expect(page.address()).toBe("/?tab=history&kind=Gaps");
  expect(requested).toEqual(["", "?kind=gap"]);
});

it("loads older entries beneath, and keeps them when the newest are read again", async () => {
  pages = [
    { entries: [command(10), command(20)], more: true },
    { entries: [{ kind: "connected", at: ago(30), ...unit }], more: false },
    { entries: [{ kind: "connected", at: ago(5), ...unit }, command(10), command(20)], more: true },
  ];
  await open();
  await press("Load more");
  expect(requested[1]).toBe(`?before=${encodeURIComponent(ago(20))}`);
  expect(lines()).toHaveLength(3);
  expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();

  const presence = { serialNumber: "CU-1", lastSeen: now, strength: -60 };
  act(() => {
    say({ name: "presence.changed", presences: [presence] });
  });
  await pass(300);
  await pass(2_000);
  await pass(300);

  expect(requested).toHaveLength(3);
  expect(lines()).toHaveLength(4);
});

it("is read again once, a moment after its sessions changed however often; another machine's do not matter", async () => {
  await open();
  const session: Session = {
    sessionId,
    vendingMachine: machine._id,
    vendingMachineId: "AX-1",
    type: "open",
    channels: [3],
    reason: null,
    productId: null,
    operationType: null,
    lockFailedTo: null,
    startedBy: null,
    status: "running",
    createdAt: ago(0),
    expiresAt: ago(-30),
    startedAt: null,
    finishedAt: null,
  };
  const addAlert = (t: number, vendingMachine: string) => {
    const incoming = { name: "session.changed", t: String(t).padStart(16, "0") } as const;
    say({ ...incoming, view: { ...session, vendingMachine } });
  };

  act(() => addAlert(1, "f".repeat(24)));
  await pass(3_000);
  expect(requested).toHaveLength(1);

  for (let t = 2; t < 9; t += 1) {
    act(() => addAlert(t, machine._id));
    await pass(200);
  }
  await pass(3_000);
  expect(requested).toHaveLength(2);
});

it.each([
  ["All", null, "Nothing has happened at this machine in the last 60 days"],
  ["Commands", null, "No command was sent to it yet"],
  ["Gaps", 1, "No gap since it was first heard"],
  ["Gaps", null, "It was never heard, so there is no gap"],
])("says why there is nothing to show of %s with an uptime of %s", async (kind, share, words) => {
  pages = [{ entries: [], more: false }];
  uptime = { sevenDays: share, thirtyDays: share };

  await open(`?tab=history&kind=${kind}`);

  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryAllByText("never heard")).toHaveLength(share === null ? 2 : 0);
});

it("says that it failed, and offers to try again", async () => {
  fails = true;
  await open();
  const main = within(document.body);
  expect(main.getAllByText("Error: Failed to get vending machine details").length).toBeGreaterThan(0);

  fails = false;
  await press("Retry");

  expect(lines()).toHaveLength(7);
});
