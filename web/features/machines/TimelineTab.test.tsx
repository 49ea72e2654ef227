import { act, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { TimelineEntry } from "#shared/machines/machine-timeline.schema.ts";
import type { UnitMessage } from "#shared/machines/unit-messages.schema.ts";
import type { LiveEvent } from "../../live/live-client.ts";
import { store } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { playHearers } from "../../testing/heard-live.ts";
import { showPage } from "../../testing/screen.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { TimelineTab } from "./TimelineTab.tsx";
import { shownAt, shownMachine } from "./testing/shown-machine.ts";

vi.mock("../../ui/save-file.ts", () => ({ saveFile: vi.fn() }));

const now = shownAt;
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const id = "a".repeat(24);
const alarm: TimelineEntry = {
  kind: "alarm",
  at: ago(30),
  alarm: id,
  of: "machine-offline",
  severity: "critical",
  words: "Lobby is offline",
  clearedAt: null,
};
const warm: TimelineEntry = { kind: "temperature", at: ago(60), lowest: 3, highest: 5 };
let messages: UnitMessage[];
const allMessages: UnitMessage[] = [
  { at: ago(1), direction: "up", topic: "live", body: '{"strength":-60}', isDropped: false },
  { at: ago(2), direction: "down", topic: "command", body: '{"mac":"[redacted]"}', isDropped: false },
];

const requested: string[] = [];
let say: ReturnType<typeof playHearers>;
let pages: { entries: TimelineEntry[]; next: string | null }[];
beforeEach(() => {
  vi.useFakeTimers({ now });
  store.set(tokenAtom, "t");
  requested.length = 0;
  messages = allMessages;
  pages = [{ entries: [alarm, warm], next: null }];
  vi.stubGlobal("fetch", async (url: string) => {
    requested.push(decodeURIComponent(url.replace(/.*\/vending-machines\/\w+\//, "")));
    const page = pages.length > 1 ? pages.shift() : pages[0];
    const reply = url.endsWith("/messages") ? { serialNumber: "CU-1", messages } : page;
    return new Response(JSON.stringify({ success: true, ...reply }), { status: 200 });
  });
  say = playHearers();
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const open = async (search = "?tab=timeline") => {
  const page = showPage(<TimelineTab machine={shownMachine} />, { at: `/${search}`, store });
  await pass(300);
  return page;
};
const press = async (name: string) => {
  act(() => screen.getByRole("button", { name }).click());
  await pass(300);
};

it("shows what happened, with a way to the alarm, and loads older entries beneath", async () => {
  pages = [
    { entries: [alarm], next: ago(30) },
    { entries: [warm], next: null },
  ];
  await open();
  expect(screen.getByRole("link", { name: "Alarm: Lobby is offline" }).getAttribute("href")).toBe(`/alarms?case=${id}`);

  await press("Load more");

  expect(requested).toEqual(["timeline", `timeline?before=${ago(30)}`]);
  expect(screen.getByText("Temperature 3 to 5 °C")).toBeTruthy();
});

it("keeps several kinds and the days in the address, and requests that part alone", async () => {
  const page = await open();
  await press("Doors");
  await press("Alarms");
  expect(page.address()).toBe("/?tab=timeline&kinds=door%2Calarm");
  expect(screen.getByRole("button", { name: "Doors" }).getAttribute("aria-pressed")).toBe("true");
  await press("Any day");
  await press("Today");

  const since = new Date(2026, 10, 21).toISOString();
  const before = new Date(2026, 10, 22).toISOString();
  expect(requested.at(-1)).toBe(`timeline?kinds=door,alarm&since=${since}&before=${before}`);
  expect(page.address()).toContain("startDate=2026-11-21&endDate=2026-11-21");
  await press("All");
  expect(requested.at(-1)).toBe(`timeline?since=${since}&before=${before}`);
});

it.each([
  ["2026-11-21", 1],
  ["2026-11-20", 0],
])("days that end on %s are told %i time that something new has happened", async (endDate, times) => {
  await open(`?tab=timeline&startDate=2026-11-20&endDate=${endDate}`);
  act(() => say({ name: "machine.changed", t: "0000000000000001", view: shownMachine } as LiveEvent));
  await pass(300);
  expect(screen.queryAllByText("Something new has happened.")).toHaveLength(times);
});

it("an alarm's own link shows it in its place, marked, until the latest is requested", async () => {
  const scroll = vi.spyOn(Element.prototype, "scrollIntoView");
  const page = await open(`?tab=timeline&at=${ago(30)}`);

  expect(requested).toEqual([`timeline?before=${ago(20)}`]);
  const [here, ...others] = screen.getAllByRole("listitem").filter((line) => line.hasAttribute("aria-current"));
  expect(others).toEqual([]);
  expect(here && within(here).getByText("Alarm: Lobby is offline")).toBeTruthy();
  // Once: other kinds do not move the list.
  await press("Alarms");
  expect(screen.getByText("Alarm: Lobby is offline")).toBeTruthy();
  expect(scroll).toHaveBeenCalledOnce();
  await press("All");
  await press("Show the latest");
  expect(page.address()).toBe("/?tab=timeline");
  expect(requested.at(-1)).toBe("timeline");
});

it("shows the unit's messages without heartbeats, and saves those that are shown", async () => {
  await import("./MessagesCard.tsx");
  await open("?tab=timeline&messages=shown");
  await pass(2_000);
  expect(screen.getByText("down/command")).toBeTruthy();
  expect(screen.queryByText("up/live")).toBeNull();

  await press("Export");

  const [name, content] = vi.mocked(saveFile).mock.calls.at(-1) ?? [];
  expect(name).toBe("messages-CU-1-2026-11-21.jsonl");
  expect(await content?.text()).toBe(`${JSON.stringify(messages[1])}\n`);
});

it("where the unit has sent nothing but heartbeats, says so", async () => {
  messages = allMessages.slice(0, 1);
  await import("./MessagesCard.tsx");
  await open("?tab=timeline&messages=shown");
  await pass(2_000);
  expect(screen.getByText("Only heartbeats in the last six hours")).toBeTruthy();
});
