import type { IncomingHttpHeaders } from "node:http";
import { ObjectId } from "mongodb";
import { Webhook as Verifier } from "standardwebhooks";
import { expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { publishEvent } from "#shared/webhooks/publish-event.server.ts";
import { webhookEvents } from "#shared/webhooks/webhook-events.ts";
import { openFarEnd } from "../testing/far-end.ts";
import { setUpConsole } from "./console-app.ts";
import { button, row, shownSecret } from "./on-screen.ts";

const app = setUpConsole({ machines: 0, withWorkers: true });
const heard: { body: string; headers: IncomingHttpHeaders }[] = [];
const far = setUp(() =>
  openFarEnd(({ body, headers }, reply) => {
    heard.push({ body, headers });
    reply.writeHead(204).end();
  }),
);

/** What came last, by a secret that signs it. */
const verified = (secret: string) => {
  const { body, headers } = heard.at(-1) ?? { body: "", headers: {} };
  return new Verifier(secret).verify(body, headers as Record<string, string>);
};

test("an admin adds an endpoint, tests it, renews its secret, and sees what is sent to it", async () => {
  const visit = await app.visit();
  const { page } = visit;
  const violations: string[] = [];
  const look = async () => violations.push(...(await visit.findViolationsInBothThemes()));
  await visit.goTo("/");
  await page.getByRole("button", { name: "System", exact: true }).click();
  await page.getByRole("link", { name: "Webhooks" }).click();
  await page.getByText("There is no endpoint yet").waitFor();
  await look();

  visit.expectStatus(400);
  await button(visit, "Add endpoint").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Customers' app");
  await dialog.getByLabel("Address").fill("https://10.1.2.3/");
  await dialog.getByRole("button", { name: "Create endpoint" }).click();
  await eventually(() => expect(visit.alerts.join()).toContain("leads into this network"));
  await dialog.getByLabel("Address").fill(`${far.url}/events`);
  // Chromium lets a page refuse one Escape after a click or a letter, and closes a dialog with the next.
  for (let pressed = 0; pressed < 3; pressed += 1) await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Stay" }).click();
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  await expect.poll(() => dialog.getByLabel("Name").inputValue()).toBe("Customers' app");
  await look();
  await dialog.getByRole("button", { name: "Create endpoint" }).click();
  const first = await shownSecret(visit);
  await button(visit, "Hide it").click();

  await button(visit, "Test Customers' app").click();
  await page.getByText(/Test of Customers' app: answered 204 after \d+ ms/).waitFor();
  expect(verified(first)).toMatchObject({ type: "ping" });
  await button(visit, "Renew secret of Customers' app").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Renew secret" }).click();
  const second = await shownSecret(visit);
  const subject = new ObjectId();
  const data = webhookEvents["order.paid"].example;
  const { mongo } = app;
  await mongo.inTransaction((dbSession) =>
    publishEvent(mongo, dbSession, { type: "order.paid", subject, data, at: new Date() }),
  );
  await eventually(() => expect(heard).toHaveLength(2));
  for (const secret of [first, second]) expect(verified(secret)).toMatchObject({ type: "order.paid", data });

  const order = row(visit, `order ${subject}`);
  await eventually(async () => {
    await button(visit, "Reload").click();
    expect(await order.textContent()).toContain("Delivered");
  });
  await look();
  await order.getByRole("button", { name: "Body of order.paid" }).click();
  await page
    .getByRole("dialog")
    .getByText(`"id": "${JSON.parse(heard[1]?.body ?? "{}").id}"`)
    .waitFor();
  await look();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await order.getByRole("button", { name: "Send again order.paid" }).click();
  await eventually(() => expect(heard).toHaveLength(3));
  expect(heard[2]?.headers["webhook-id"]).toBe(heard[1]?.headers["webhook-id"]);
  await button(visit, "Given up").click();
  await page.getByText("No delivery is in this state").waitFor();

  await button(visit, "Edit Customers' app").click();
  await page.getByRole("dialog").getByLabel("Enabled").uncheck({ force: true });
  await page.getByRole("dialog").getByRole("button", { name: "Save changes" }).click();
  await row(visit, "Customers' app").getByText("Disabled").waitFor();
  const phone = await app.visit({ width: 390 });
  await phone.goTo("/webhooks");
  await phone.page.getByText("Customers' app").first().waitFor();
  violations.push(...(await phone.findViolationsInBothThemes()));
  await button(visit, "Remove Customers' app").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove endpoint" }).click();
  await page.getByText("There is no endpoint yet").waitFor();
  expect(violations).toEqual([]);
  expect(await mongo.collections.webhookDeliveries.countDocuments()).toBe(0);
});
