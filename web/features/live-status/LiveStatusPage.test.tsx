import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { AtRisk } from "#shared/live-status/at-risk.schema.ts";
import type { LiveStatusRow } from "#shared/live-status/live-status.schema.ts";
import type { LastDay } from "#shared/machines/machine-history.schema.ts";
import { aShownStatusRow } from "#shared/testing/shown-records.ts";
import { store } from "../../state/jotai.ts";
import { showPage } from "../../testing/screen.tsx";
import { Component as LiveStatusPage } from "./LiveStatusPage.tsx";

const now = Date.UTC(2026, 10, 21, 9);
const secondsAgo = (seconds: number) => new Date(now - seconds * 1000).toISOString();

const idOf = (number: number) => String(number).padStart(24, "0");
const rowOf = (number: number, facts: Partial<LiveStatusRow>) =>
  aShownStatusRow(number, { lastSeenOnline: secondsAgo(5), strength: -60, ...facts });
let liveStatus: LiveStatusRow[];
let lastDays: LastDay[];
let atRisk: AtRisk[];
/** The machines whose last day was requested, call by call. */
let requested: string[][];
/** The commands that were given: path and body. */
let sent: [path: string, body: unknown][];

beforeEach(() => {
  vi.useFakeTimers({ now });
  lastDays = [];
  atRisk = [];
  requested = [];
  sent = [];
  vi.stubGlobal("fetch", async (url: string, { method, body: given }: RequestInit) => {
    if (method === "POST") {
      sent.push([url.replace("/api/v1.2", ""), JSON.parse(String(given))]);
      return new Response(JSON.stringify({ success: true, sessionId: "5".repeat(24), message: "Stored" }));
    }
    if (url.includes("/session-results/"))
      return new Response(JSON.stringify({ success: false, error: "Not yet" }), { status: 404 });
    if (url.endsWith("/at-risk"))
      return new Response(
        JSON.stringify({ success: true, machines: atRisk, until: secondsAgo(0), asOf: "0000000000000000" }),
      );
    const machines = new URL(url, "http://x").searchParams.get("machines");
    if (machines) requested.push(machines.split(","));
    const body = machines ? { machines: lastDays, until: secondsAgo(0) } : { liveStatus, asOf: "0000000000000000" };
    return new Response(JSON.stringify({ success: true, ...body }));
  });
});

const open = async (search = "") => {
  const page = showPage(<LiveStatusPage />, { at: `/live-status${search}`, path: "/live-status", store });
  await act(() => vi.advanceTimersByTimeAsync(200));
  return page;
};
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
const names = () => screen.queryAllByRole("link", { name: /^Machine/ }).map((link) => link.textContent);
const rowNamed = (name: string) => screen.getByText(name).closest("tr");

test("only Offline machines are shown at first", async () => {
  liveStatus = [
    rowOf(1, {}),
    rowOf(2, { lastSeenOnline: secondsAgo(3_600) }),
    rowOf(3, { lastSeenOnline: null, strength: null, serialNumber: null }),
  ];

  await open();

  expect(names()).toEqual(["Machine 2"]);
  expect(screen.getByText("1 of 3 vending machines, offline")).toBeTruthy();
});

test("a row turns Offline by itself once more than 75 s have passed, and is red then", async () => {
  liveStatus = [rowOf(1, { lastSeenOnline: secondsAgo(73) })];
  await open("?state=All");

  await pass(1);
  expect(rowNamed("Machine 1")?.textContent).toContain("Online");

  await pass(3);
  expect(rowNamed("Machine 1")?.textContent).toContain("Offline");
  expect(rowNamed("Machine 1")?.className).toContain("row-danger");
});

test("a machine that falls silent joins the default view without anybody touching it", async () => {
  liveStatus = [rowOf(1, { lastSeenOnline: secondsAgo(73) })];
  await open();
  expect(screen.getByText("No vending machine is offline")).toBeTruthy();
  expect(screen.getByText("It is online")).toBeTruthy();

  await pass(4);

  expect(names()).toEqual(["Machine 1"]);
});

test("a machine without an authorised unit is Unavailable, whatever was heard of it", async () => {
  liveStatus = [rowOf(1, { serialNumber: null })];

  await open("?state=Unavailable");

  expect(names()).toEqual(["Machine 1"]);
  expect(rowNamed("Machine 1")?.className).not.toContain("row-danger");
});

test("a link with a state that does not exist shows the default view", async () => {
  liveStatus = [rowOf(1, {}), rowOf(2, { lastSeenOnline: secondsAgo(90) })];

  await open("?state=Asleep");

  expect(names()).toEqual(["Machine 2"]);
});

test("a machine whose locks bounce has a sign beside its status, which goes by itself when that is over", async () => {
  const until = new Date(now + 20_000).toISOString();
  const rattling = { until, changes: 860, lockCount: 1, worst: [{ channel: 7, changes: 840 }] };
  liveStatus = [rowOf(1, { rattling }), rowOf(2, {})];
  await open("?state=All");
  const words = "Lock 7 rattles: 840 changes in the last minute";

  expect(rowNamed("Machine 1")?.textContent).toContain(words);
  expect(rowNamed("Machine 2")?.textContent).not.toContain("rattles");

  await pass(21);
  expect(screen.queryByTitle(words)).toBeNull();
});

test("trouble stands first: the newest outage, then what cannot speak, then locks that bounce, then the names", async () => {
  const rattling = { until: new Date(now + 60_000).toISOString(), changes: 9, lockCount: 1, worst: [] };
  liveStatus = [
    rowOf(1, {}),
    rowOf(2, { lastSeenOnline: secondsAgo(9_000) }),
    rowOf(3, { serialNumber: null, lastSeenOnline: null }),
    rowOf(4, { lastSeenOnline: secondsAgo(90) }),
    rowOf(5, { rattling }),
    rowOf(10, {}),
    rowOf(6, {}),
  ];

  await open("?state=All");

  expect(names()).toEqual([4, 2, 3, 5, 1, 6, 10].map((number) => `Machine ${number}`));
});

test("a row shows its outages of the last 24 hours, read together with its neighbours' and again when it goes", async () => {
  liveStatus = [rowOf(21, { lastSeenOnline: secondsAgo(73) }), rowOf(22, {})];
  const [one = "", two = ""] = liveStatus.map(({ _id }) => _id);
  lastDays = [
    { _id: one, since: secondsAgo(86_400), gaps: [{ from: secondsAgo(7_200), to: secondsAgo(3_600) }] },
    { _id: two, since: secondsAgo(43_200), gaps: [] },
  ];
  await open("?state=All");
  await pass(0.5);

  // The rows of an earlier visit stand until the list is read.
  expect(requested.at(-1)).toEqual([one, two]);
  expect(rowNamed("Machine 21")?.textContent).toContain("1 outage, 1 h in all");
  expect(rowNamed("Machine 22")?.textContent).toContain("No outage; the first 12 h are not measured");
  expect(rowNamed("Machine 22")?.querySelector(".up-hatched")).not.toBeNull();

  await pass(4);
  await pass(1);
  expect(requested.at(-1)).toEqual([one]);
});

test("ping and restart rest where no unit speaks for the machine; the test panel is a link", async () => {
  liveStatus = [rowOf(1, { serialNumber: null })];
  await open("?state=All");

  for (const name of ["Ping Machine 1", "Restart Machine 1"])
    expect(screen.getByRole("button", { name }).getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByRole("link", { name: "Test Machine 1" }).getAttribute("href")).toContain("machine=VM-1");
});

test("a restart from the row is confirmed, given once, and leads to its session", async () => {
  liveStatus = [rowOf(31, {})];
  await open("?state=All");
  const press = (name: string) => act(async () => screen.getByRole("button", { name }).click());

  await press("Restart Machine 31");
  expect(screen.getByRole("alertdialog").textContent).toContain("Restart Machine 31?");
  expect(sent).toEqual([]);
  await press("Restart Vending Machine");
  await pass(0.1);

  expect(sent).toEqual([["/control-units/vending-machine-restart", { vendingMachineId: "VM-31" }]]);
  expect(screen.getByRole("link", { name: "Waiting" }).getAttribute("href")).toContain(`session=${"5".repeat(24)}`);
});

test("an offline machine shows what it usually sells meanwhile, and the list is ordered by it", async () => {
  liveStatus = [1, 2, 3].map((number) => rowOf(number, { lastSeenOnline: secondsAgo(3_600 * number) }));
  liveStatus.push(rowOf(4, {}));
  atRisk = [
    { _id: idOf(2), since: secondsAgo(7_200), amount: 1_239.6 },
    { _id: idOf(1), since: secondsAgo(3_600), amount: 40 },
    // It has come back since that was read.
    { _id: idOf(4), since: secondsAgo(3_600), amount: 900 },
  ];
  await open("?state=All");
  expect(names()).toEqual(["Machine 1", "Machine 2", "Machine 3", "Machine 4"]);
  expect(rowNamed("Machine 2")?.textContent).toContain("₹1,240");
  expect(screen.getAllByTitle(/^since .* about ₹\d[\d,]* not sold$/)).toHaveLength(2);
  for (const name of ["Machine 3", "Machine 4"]) expect(rowNamed(name)?.textContent).not.toContain("₹");

  fireEvent.click(screen.getByRole("button", { name: "Most at risk first" }));
  expect(names()).toEqual(["Machine 2", "Machine 1", "Machine 3", "Machine 4"]);
});
