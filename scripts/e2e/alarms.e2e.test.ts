import { ObjectId } from "mongodb";
import { afterAll, expect, test } from "vitest";
import { addAlarmRule } from "#shared/alarms/alarm-rule.api.ts";
import { readMe } from "#shared/auth/auth.api.ts";
import { addContainers } from "#shared/containers/container.api.ts";
import { anAlarm } from "#shared/runtime/testing/stored-alarms.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { createFleet, type Fleet } from "../simulator/fleet.ts";
import { setUpConsole } from "./console-app.ts";
import { plantProduct } from "./goods.ts";
import { keepNotifications } from "./notifications.ts";
import { queued, reaches } from "./on-screen.ts";

let fleet: Fleet | undefined;
const app = setUpConsole({ machines: 2, withWorkers: true });
afterAll(() => fleet?.stop());

const planted = () => {
  const [unit] = app.planted;
  if (!unit) throw new Error("a machine was planted");
  return unit;
};

test("on a phone an operator gets from a notification to the alarm and the machine, opens a door, comments, and is done", async () => {
  const { machineId, plan, secret } = planted();
  const product = new ObjectId((await plantProduct(app, "Cola"))._id);
  await app.colleague.call(addContainers, { body: { vendingMachine: machineId, containers: 2 } });
  await app.mongo.collections.containers.updateMany({ machine: new ObjectId(machineId) }, { $set: { product } });
  const visit = await app.visit({ width: 390, isAlone: true });
  const { page } = visit;
  const notifications = await keepNotifications(page);
  const { user } = await app.colleague.call(readMe, {});
  // Whether a brand that was planted is sold out before the door opens is left to the finders' pace.
  const kinds = ["door-without-command" as const];
  await app.colleague.call(addAlarmRule, { body: { name: "Doors", kinds, rota: [{ operator: user._id }] } });
  await visit.goTo("/");
  await page.getByRole("navigation", { name: "Thumb" }).waitFor();
  // Somebody opens it with a key.
  const unit = await app.switchOn(planted());
  await unit.reportLock(1, true);
  await unit.reportLock(1, false);
  await unit.reportLock(1, true);
  await unit.end();
  const { mqttUrl, provisioningKey } = app;
  fleet = createFleet({ units: [{ plan, secret }], mqttUrl, provisioningKey, pace: 0.05 });
  await fleet.start();

  const words = `Lock 1 of ${plan.name} opened without a command`;
  const alerts = page.getByRole("region", { name: "Alerts" });
  await alerts.locator(".toast", { hasText: words }).getByRole("link", { name: "Open" }).waitFor();
  await eventually(async () => expect(await notifications.bodies()).toEqual([words]));
  await notifications.click(words);
  const alarm = await app.mongo.collections.alarms.findOne({ words });
  await eventually(() => expect(new URL(page.url()).search).toBe(`?case=${alarm?._id.toHexString()}`));
  await page.getByRole("button", { name: "Assign to me" }).click();
  await page.getByText("Assigned to Walking operator").waitFor();
  expect(await visit.findViolations()).toEqual([]);

  await page.getByRole("link", { name: words }).click();
  await reaches(visit, `/vendingMachine/${machineId}`);
  await page.getByRole("region", { name: "Alarms" }).getByRole("link", { name: words }).waitFor();
  await visit.goTo(`/vendingMachine/${machineId}/Inventory?cards=all`);
  const card = page.getByRole("article", { name: "Container 2", exact: true });
  await card.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Open container" }).click();
  await eventually(async () =>
    expect(await app.mongo.collections.sessionRows.findOne({ "facts.opened": { $exists: true } })).not.toBeNull(),
  );

  await visit.goTo("/alarms?view=mine");
  await page.getByRole("button", { name: new RegExp(words) }).click();
  await page.getByRole("textbox", { name: "Comment" }).fill("The lock was forced; I closed it");
  await page.getByRole("button", { name: "Add comment" }).click();
  // Until then the text may be that of the field.
  await eventually(async () => expect(await page.getByRole("textbox", { name: "Comment" }).inputValue()).toBe(""));
  await page.getByText("The lock was forced; I closed it").waitFor();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Clear this alarm?" });
  await dialog.getByLabel("What it was").fill("A technician with a key");
  await dialog.getByRole("button", { name: "Clear alarm" }).click();
  await page.getByText("No alarm is assigned to you").waitFor();
  expect(await app.mongo.collections.alarms.findOne({ words })).toMatchObject({
    state: "cleared",
    history: [
      { step: "raised" },
      { step: "notified" },
      { step: "assigned" },
      { step: "commented" },
      { step: "cleared" },
    ],
  });
});

test("alarms are worked through by keys, and several acknowledged at once", async () => {
  const one = anAlarm({
    kind: "job-failed",
    subject: { kind: "job", id: "a" },
    severity: "warning",
    words: "Job a fails",
  });
  const other = anAlarm({
    kind: "report-failed",
    subject: { kind: "report", id: "b" },
    severity: "info",
    words: "B fails",
  });
  const { alarms } = app.mongo.collections;
  await alarms.insertMany([{ ...one, kind: "report-failed" }, other]);
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/alarms");
  await page.getByRole("button", { name: /Job a fails/ }).click();
  await page.getByRole("heading", { name: /Job a fails/ }).waitFor();
  await page.keyboard.press("e");
  await eventually(async () => expect((await alarms.findOne({ _id: one._id }))?.seenBy).not.toBeNull());
  await page.keyboard.press("a");
  await eventually(async () => expect((await alarms.findOne({ _id: one._id }))?.assignee).not.toBeNull());
  await page.keyboard.press("s");
  await page.getByRole("dialog").getByRole("button", { name: "2 hours" }).click();
  await eventually(async () => expect((await alarms.findOne({ _id: one._id }))?.snoozedUntil).not.toBeNull());
  expect(await visit.findViolationsInBothThemes()).toEqual([]);

  await page.getByRole("link", { name: "Select several" }).click();
  await page.getByRole("checkbox", { name: /B fails/ }).click();
  await page.getByRole("region", { name: "Selected rows" }).getByRole("button", { name: "Acknowledge" }).click();
  await eventually(async () => expect((await alarms.findOne({ _id: other._id }))?.seenBy).not.toBeNull());

  await page.getByRole("link", { name: "Rules" }).click();
  await page.getByRole("button", { name: "Add rule" }).click();
  const form = page.getByRole("form", { name: "Rule" });
  await form.getByLabel("Name", { exact: true }).fill("Nights");
  await form.getByLabel("From").fill("22:00");
  await form.getByRole("combobox", { name: "Add operator" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("listbox", { name: "Add operator" }).getByRole("option").first().click();
  await form.getByLabel("Away until").waitFor();
  expect(await visit.findViolationsInBothThemes()).toEqual([]);
  await form.getByRole("button", { name: "Add rule" }).click();
  await page.getByRole("heading", { name: "Nights" }).waitFor();
  expect(await app.mongo.collections.alarmRules.findOne({ name: "Nights" })).toMatchObject({
    hours: { from: "22:00", until: "00:00", weekdays: expect.arrayContaining(["mon", "sun"]) },
    rota: [{ awayUntil: null }],
  });
});

test("an alarm clears while somebody comments on it: the comment stays and is stored, and its letters do nothing to the next one", async () => {
  const { alarms } = app.mongo.collections;
  const [here, other] = ["C fails", "D fails"].map((words) =>
    anAlarm({
      kind: "report-failed",
      subject: { kind: "report", id: words },
      severity: "warning",
      words,
      machine: null,
    }),
  );
  if (!here || !other) throw new Error("two alarms were made");
  await alarms.insertMany([here, other]);
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/alarms");
  await page.locator(".live-live").waitFor();
  await queued(visit, here.words).click();
  const comment = page.getByRole("textbox", { name: "Comment" });
  await comment.click();
  await page.keyboard.type("Its disk was full, ");

  await alarms.updateOne({ _id: here._id }, { $set: { state: "cleared", clearedAt: new Date() }, $inc: { rev: 1 } });
  await queued(visit, here.words).waitFor({ state: "detached" });
  await page.keyboard.type("nae sea");

  expect(await comment.inputValue()).toBe("Its disk was full, nae sea"); // settled: each key has its effect at once
  await page.getByText("This alarm has cleared").waitFor();
  expect(await visit.findViolations()).toEqual([]);
  await page.getByRole("button", { name: "Add comment" }).click();
  await eventually(async () =>
    expect((await alarms.findOne({ _id: here._id }))?.history.at(-1)?.words).toBe("Its disk was full, nae sea"),
  );
  await page.getByRole("listitem").getByText("Its disk was full, nae sea").waitFor();
  expect(await alarms.findOne({ _id: other._id })).toMatchObject({ seenBy: null, assignee: null, snoozedUntil: null });
});
