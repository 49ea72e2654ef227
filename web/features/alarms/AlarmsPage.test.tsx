import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Alarm } from "#shared/alarms/alarm.schema.ts";
import { store } from "../../state/jotai.ts";
import { noteServerTime } from "../../state/server-clock.ts";
import { operatorAtom, tokenAtom } from "../../state/session.atoms.ts";
import { unsavedAtom } from "../../state/unsaved.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { aShownAlarm } from "../../testing/shown-alarm.ts";
import { AlarmCase } from "./AlarmCase.tsx";
import { Component as AlarmsPage } from "./AlarmsPage.tsx";

const open = (cleared: Alarm[]) => {
  store.set(tokenAtom, "t");
  vi.stubGlobal("fetch", async (url: string) => {
    const alarms = url.endsWith("/alarms/cleared") ? cleared : [];
    return new Response(JSON.stringify({ success: true, alarms, total: 0, asOf: "0000000000000001" }));
  });
  return showPage(<AlarmsPage />, { at: "/alarms", path: "/alarms", store });
};

test("where nothing is wrong it says since when, and what was", async () => {
  const clearedAt = "2026-11-24T10:05:00.000Z";
  const { unmount } = open([aShownAlarm("Aluva Metro is offline", { state: "cleared", clearedAt })]);

  expect(await screen.findByText(/^Since .*The last alarm was: Aluva Metro is offline\.$/)).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Nothing is wrong" })).toBeTruthy();
  expect(document.querySelector("time")?.getAttribute("datetime")).toBe(clearedAt);
  unmount();

  open([]);
  expect(await screen.findByRole("heading", { name: "Nothing is wrong" })).toBeTruthy();
});

test("what happened again while somebody says what an alarm was is not cleared with it", async () => {
  const kind = "door-without-command" as const;
  const seen = aShownAlarm("Lock 1 opened without a command", { kind });
  const later = { ...seen, lastAt: "2026-11-24T11:00:00.000Z", rev: 1 };
  const sent: unknown[] = [];
  store.set(tokenAtom, "t");
  vi.stubGlobal("fetch", async (_url: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)));
    const refusal = { success: false, code: "stale", error: "This alarm was changed", alarm: later };
    return new Response(JSON.stringify(refusal), { status: 409 });
  });
  const { user } = showPage(<AlarmCase alarm={seen} onNext={() => undefined} />, { store });

  await user.click(screen.getByRole("button", { name: /^Clear/ }));
  await user.type(screen.getByLabelText("What it was"), "a mechanic");
  await user.click(screen.getByRole("button", { name: "Clear alarm" }));

  await waitFor(() => expect(sent).toEqual([{ reason: "a mechanic", rev: 0 }]));
  expect(await screen.findByText("This alarm was changed")).toBeTruthy();
});

test("a snooze lasts as long as was chosen, on a computer whose clock is 5.5 hours ahead, and Undo takes it back", async () => {
  const serverNow = Date.now() - 5.5 * 3_600_000;
  noteServerTime(`${serverNow}`, Date.now());
  const alarm = aShownAlarm("Aluva Metro is offline");
  const sent: { snoozedUntil: string | null }[] = [];
  store.set(tokenAtom, "t");
  vi.stubGlobal("fetch", async (_url: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)));
    return new Response(JSON.stringify({ success: true, alarm }));
  });
  const { user } = showPage(<AlarmCase alarm={alarm} onNext={() => undefined} />, { store });

  await user.click(screen.getByRole("button", { name: /^Snooze/ }));
  await user.click(screen.getByRole("button", { name: "2 hours" }));

  await waitFor(() => expect(sent).toHaveLength(1));
  expect((Date.parse(sent[0]?.snoozedUntil ?? "") - serverNow) / 3_600_000).toBeCloseTo(2, 1);

  await user.click(await screen.findByRole("button", { name: "Undo" }));

  await waitFor(() => expect(sent[1]).toEqual({ snoozedUntil: null, rev: 0 }));
});

const me = { _id: "e".repeat(24), name: "Divya" };
const asha = { _id: "b".repeat(24), name: "Asha" };
const seenAt = "2026-11-24T10:01:00.000Z";

/** Answers changes with these in turn; what was sent is in the list. */
const answerChanges = (...answers: { status?: number; alarm: Alarm }[]) => {
  const sent: unknown[] = [];
  store.set(tokenAtom, "t");
  store.set(operatorAtom, { ...me, phone: "9800000001", email: "", role: "staff" });
  vi.stubGlobal("fetch", async (_url: string, { body }: RequestInit) => {
    const { status = 200, alarm } = answers[sent.push(JSON.parse(String(body))) - 1] ?? {};
    const refusal = status === 200 ? {} : { code: "stale", error: "This alarm was changed" };
    return new Response(JSON.stringify({ success: status === 200, ...refusal, alarm }), { status });
  });
  return sent;
};
const press = async (user: ReturnType<typeof showPage>["user"], name: string) =>
  user.click((await screen.findAllByRole("button", { name: new RegExp(`^${name}`) })).at(-1) as HTMLElement);

test.each<[string, Partial<Alarm>, string[], Partial<Alarm>, object]>([
  [
    "an assignment, with the acknowledgement that it was",
    {},
    ["Assign to me"],
    { assignee: me, seenBy: me, seenAt },
    { assignee: null, seen: false },
  ],
  [
    "an assignment of what was acknowledged before",
    { seenBy: asha, seenAt },
    ["Assign to me"],
    { assignee: me },
    { assignee: null },
  ],
  [
    "an assignment, but not what a colleague acknowledged a moment before it",
    {},
    ["Assign to me"],
    { assignee: me, seenBy: asha, seenAt },
    { assignee: null },
  ],
  ["an acknowledgement", {}, ["Acknowledge"], { seenBy: me, seenAt }, { seen: false }],
  [
    "a snooze after a former one that is over",
    { snoozedUntil: "2026-11-24T10:30:00.000Z" },
    ["Snooze", "One day"],
    {},
    { snoozedUntil: null },
  ],
])("Undo takes back %s", async (_what, facts, pressed, made, takenBack) => {
  const alarm = aShownAlarm("Aluva Metro is offline", facts);
  const left = { ...alarm, ...made, rev: 1 };
  const sent = answerChanges({ alarm: left }, { alarm });
  const { user } = showPage(<AlarmCase alarm={alarm} onNext={() => undefined} />, { store });
  for (const name of pressed) await press(user, name);

  await press(user, "Undo");

  await waitFor(() => expect(sent[1]).toEqual({ ...takenBack, rev: 1 }));
});

test("what was done after it takes the place of a notice whose Undo would be refused", async () => {
  const alarm = aShownAlarm("Aluva Metro is offline");
  const acknowledged = { ...alarm, seenBy: me, seenAt, rev: 1 };
  answerChanges({ alarm: acknowledged }, { alarm: { ...acknowledged, assignee: me, rev: 2 } });
  const { user } = showPage(<AlarmCase alarm={alarm} onNext={() => undefined} />, { store });
  await press(user, "Acknowledge");
  await screen.findByText("Acknowledged");

  await press(user, "Assign to me");

  await screen.findByText("Assigned to you");
  expect(screen.getAllByRole("button", { name: "Undo" })).toHaveLength(1);
});

test("Undo leaves an alarm that a colleague took since, and takes back what only the alarm itself changed under", async () => {
  const alarm = aShownAlarm("Aluva Metro is offline");
  const left = { ...alarm, assignee: me, seenBy: me, seenAt, rev: 1 };
  const again = { ...left, count: 2, rev: 2 };
  const taken = { ...left, assignee: asha, rev: 3 };
  const sent = answerChanges({ alarm: left }, { status: 409, alarm: again }, { status: 409, alarm: taken });
  const { user } = showPage(<AlarmCase alarm={alarm} onNext={() => undefined} />, { store });
  await press(user, "Assign to me");

  await press(user, "Undo");

  expect(await screen.findByText("This alarm was changed")).toBeTruthy();
  const back = { assignee: null, seen: false };
  expect(sent).toEqual([{ assignee: me._id }, { ...back, rev: 1 }, { ...back, rev: 2 }]);
});

test("where more alarms are open than a page lists, it says that these are the worst", async () => {
  const alarms = [aShownAlarm("Aluva Metro is offline"), aShownAlarm("Bouncing connection of Lobby")];
  store.set(tokenAtom, "t");
  vi.stubGlobal("fetch", async () => Response.json({ success: true, alarms, total: 3, asOf: "0000000000000001" }));
  showPage(<AlarmsPage />, { at: "/alarms", path: "/alarms", store });

  expect(await screen.findByText("The 2 worst alarms, 2 not acknowledged")).toBeTruthy();
});

test.each([
  ["nobodys", "None of the worst alarms is unassigned"],
  ["mine", "None of the worst alarms is assigned to you"],
])("and of those that are not listed a view without an alarm says nothing: %s", async (view, words) => {
  const alarms = [aShownAlarm("Aluva Metro is offline", { assignee: asha })];
  store.set(tokenAtom, "t");
  vi.stubGlobal("fetch", async () => Response.json({ success: true, alarms, total: 2, asOf: "0000000000000001" }));
  showPage(<AlarmsPage />, { at: `/alarms?view=${view}`, path: "/alarms", store });

  expect(await screen.findByRole("heading", { name: words })).toBeTruthy();
  expect(screen.getByText("More alarms are open than the worst 1, which are listed.")).toBeTruthy();
});

test("a comment that is not stored is not lost by going to another alarm without a question", async () => {
  const alarms = [aShownAlarm("Aluva Metro is offline"), aShownAlarm("Bouncing connection of Lobby")];
  store.set(tokenAtom, "t");
  vi.stubGlobal("fetch", async () => Response.json({ success: true, alarms, total: 2, asOf: "0000000000000001" }));
  const { user } = showPage(<AlarmsPage />, { at: "/alarms", path: "/alarms", store });
  await user.type(await screen.findByRole("textbox", { name: "Comment" }), "Called the technician");

  await user.click(screen.getByRole("button", { name: /Bouncing connection/ }));

  const question = within(await screen.findByRole("alertdialog", { name: "Leave without saving?" }));
  await user.click(question.getByRole("button", { name: "Stay" }));
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Comment" }).value).toBe("Called the technician");
});

test("nor while it is under way: nobody knows yet whether it will be stored", async () => {
  store.set(tokenAtom, "t");
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const alarm = aShownAlarm("Aluva Metro is offline");
  const { user } = showPage(<AlarmCase alarm={alarm} onNext={() => undefined} />, { store });
  await user.type(screen.getByRole("textbox", { name: "Comment" }), "Called the technician");

  await user.click(screen.getByRole("button", { name: "Add comment" }));

  expect(store.get(unsavedAtom)).toEqual(["Comment"]);
});

test("the question that Escape asks goes with its dialog once the alarm is cleared", async () => {
  const alarm = aShownAlarm("A door opened without a command", { kind: "door-without-command" });
  store.set(tokenAtom, "t");
  let answer: (reply: Response) => void = () => undefined;
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  const { user } = showPage(<AlarmCase alarm={alarm} onNext={() => undefined} />, { store });
  await press(user, "Clear");
  await user.type(screen.getByLabelText("What it was"), "a mechanic");
  await press(user, "Clear alarm");
  fireEvent(screen.getByRole("dialog"), new Event("cancel", { cancelable: true }));
  await screen.findByRole("alertdialog", { name: "Close without saving?" });

  answer(Response.json({ success: true, alarm: { ...alarm, state: "cleared", rev: 1 } }));

  await waitFor(() => expect(screen.queryByLabelText("What it was")).toBeNull());
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
});

test("what an alarm was is still there where saying it got no answer", async () => {
  const alarm = aShownAlarm("Lock 1 opened without a command", { kind: "door-without-command" });
  store.set(tokenAtom, "t");
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("no connection");
  });
  const { user } = showPage(<AlarmCase alarm={alarm} onNext={() => undefined} />, { store });
  await user.click(screen.getByRole("button", { name: /^Clear/ }));
  await user.type(screen.getByLabelText("What it was"), "a mechanic");

  await user.click(screen.getByRole("button", { name: "Clear alarm" }));

  expect((await screen.findAllByText("Error: Failed to update the alarm")).length).toBeGreaterThan(0);
  expect(screen.getByLabelText<HTMLInputElement>("What it was").value).toBe("a mechanic");
});
