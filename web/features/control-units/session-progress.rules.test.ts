import { expect, test } from "vitest";
import type { ResultRow, Session } from "#shared/control-units/control-unit.schema.ts";
import { aShownFact, aShownRow, moment } from "../../testing/shown-session.ts";
import { canBeCancelled, canBeResent, countGroups, groupOf, progressText } from "./session-progress.ts";

const at = moment(0);
const row = (containerId: string, more: Partial<ResultRow> = {}) => aShownRow(containerId, {}, more);
const fact = aShownFact(0);
const rows = [
  row("1"),
  row("2", { state: "acknowledged", sentAt: at }),
  row("3", { state: "opened", sentAt: at }),
  row("4", { state: "closed", sentAt: at, endedAt: at }),
  row("5", { state: "timeout", sentAt: at, endedAt: at }),
];
const session = (status: Session["status"]) => ({ status }) as Session;

test("rows are counted as a technician sorts them", () => {
  expect(countGroups(rows)).toEqual({ Waiting: 2, Open: 1, Done: 1, Failed: 1 });
  expect(progressText(rows)).toBe("5 containers: 2 waiting, 1 open, 1 done, 1 failed");
});

test.each([
  ["queued", null, "Waiting"],
  ["sent", null, "Waiting"],
  ["acknowledged", null, "Waiting"],
  ["opened", null, "Open"],
  ["closed", null, "Done"],
  ["answered", null, "Done"],
  ["restarted", null, "Done"],
  ["acknowledged", at, "Done"],
  ["opened", at, "Done"],
  ["timeout", at, "Failed"],
  ["cancelled", null, "Failed"],
] as const)("a row that is %s, ended at %s, counts as %s", (state, endedAt, group) => {
  expect(groupOf({ state, endedAt })).toBe(group);
});

test("one container is a container, and none named among several is no control unit", () => {
  expect(progressText([row("7")])).toBe("1 container: 1 waiting");
  expect(progressText([row(""), row("7")])).toBe("2 containers: 2 waiting");
});

test("a ping has no container, and is done once it was acknowledged", () => {
  const ping = row("", { requestType: "ping", state: "acknowledged", sentAt: at, endedAt: at });
  expect(progressText([ping])).toBe("Control unit: 1 done");
});

test("a session can be cancelled only while nothing was sent", () => {
  expect(canBeCancelled(session("queued"), [row("1"), row("2")])).toBe(true);
  expect(canBeCancelled(session("queued"), [row("1"), row("2", { sentAt: at })])).toBe(false);
  expect(canBeCancelled(session("running"), [row("1", { facts: { acknowledged: fact } })])).toBe(false);
  expect(canBeCancelled(session("failed"), [row("1", { state: "rejected", endedAt: at })])).toBe(false);
});

const ended = row("3", { state: "rejected", endedAt: at });

test.each([
  ["a queued session", "queued", [row("1")], true],
  ["a running session of which nothing was sent yet", "running", [row("1"), row("2")], true],
  ["one of which a part has ended unsent", "queued", [ended, row("1")], true],
  ["one of which all has ended", "queued", [ended], false],
  ["one that is over", "expired", [row("1")], false],
] as const)("%s can be cancelled: %s", (_, status, of, can) => {
  expect(canBeCancelled(session(status), of)).toBe(can);
});

test("only rows that ended badly are offered to be sent again", () => {
  expect(canBeResent(rows).map(({ containerId }) => containerId)).toEqual(["5"]);
});
