import { ObjectId } from "mongodb";
import { beforeEach, expect, test } from "vitest";
import { aUser } from "#shared/runtime/testing/stored-records.ts";
import { eventually, until } from "#shared/testing/eventually.ts";
import { openLogin } from "../../gateway/testing/open-login.ts";
import type { Visit } from "../testing/visit.ts";
import { adminPhone, setUpConsole } from "./console-app.ts";
import { alert, reaches } from "./on-screen.ts";

const app = setUpConsole();
beforeEach(() => app.forgetSignIns());

const enter = async ({ page }: Pick<Visit, "page">, codes: number) => {
  await page.getByLabel("Phone number").fill(adminPhone);
  await page.getByRole("button", { name: "Send OTP", exact: true }).click();
  await page.getByLabel("One-time code").fill(await app.phone.code(codes));
  await page.getByRole("main").getByRole("button", { name: "Log In" }).click();
};
/** Another code may be requested at once. */
const forgetSpacing = async () => {
  const { redis, keys } = app.parts;
  const admin = await app.mongo.collections.users.findOne({ phone: adminPhone });
  await redis.del(keys.otpRequests(`${admin?._id.toHexString()}:unknown`));
};
const tokenIn = ({ page }: Pick<Visit, "page">) => page.evaluate(() => localStorage.getItem("token"));

test("two tabs share one sign-in: in one is in both, on the page that each requested, and out of one is out of both", async () => {
  const visit = await app.visit({ signedIn: false });
  await visit.goTo("/products");
  await reaches(visit, "/login");
  const other = await visit.page.context().newPage();
  await other.goto(`${app.url}/inventory/v1.2/live-status`);
  await other.getByLabel("Phone number").waitFor();

  await enter(visit, 0);

  await reaches(visit, "/products");
  await other.locator(".live-live").waitFor();
  await eventually(() => expect(new URL(other.url()).pathname).toBe("/inventory/v1.2/live-status"));
  const first = await until("a token", () => tokenIn(visit));
  await eventually(async () => expect(await tokenIn({ page: other })).toBe(first));
  // What a page still loads as the sign-in ends is refused.
  visit.expectStatus(401);

  await other.getByRole("navigation", { name: "Console" }).getByRole("button", { name: "Logout" }).click();
  await visit.page.getByLabel("Phone number").waitFor();
  await eventually(async () => expect(await tokenIn(visit)).toBeNull());
});

test("a newer sign-in of one tab is used by the other, whose old login ends without signing anybody out", async () => {
  const visit = await app.visit({ signedIn: false });
  const admin = await app.mongo.collections.users.findOne({ phone: adminPhone });
  if (!admin) throw new Error("there is no admin");
  const tokens = await Promise.all([openLogin(app.parts, admin._id), openLogin(app.parts, admin._id)]);
  await visit.goTo("/login");
  await visit.page.evaluate((token) => localStorage.setItem("token", token), tokens[0]);
  await visit.goTo("/live-status");
  await visit.page.locator(".live-live").waitFor();
  const other = await visit.page.context().newPage();
  await other.goto(`${app.url}/inventory/v1.2/products`);
  await other.locator(".live-live").waitFor();

  // The other tab signs in anew; then the old login ends.
  await other.evaluate((token) => localStorage.setItem("token", token), tokens[1]);
  await visit.page.waitForFunction((token) => localStorage.getItem("token") === token, tokens[1]);
  const claims = JSON.parse(Buffer.from(tokens[0].split(".")[1] ?? "", "base64url").toString());
  await app.mongo.collections.logins.updateOne(
    { _id: new ObjectId(String(claims.jti)) },
    { $set: { endedAt: new Date() } },
  );

  await visit.page.locator(".live-live").waitFor();
  await visit.page.getByText("3 vending machines").first().waitFor();
  await eventually(() => expect(new URL(visit.page.url()).pathname).toBe("/inventory/v1.2/live-status"));
  await eventually(async () => expect(await tokenIn(visit)).toBe(tokens[1]));
});

test("the Account page names the own sign-ins, ends another one, and sets a password", async () => {
  const { users } = app.mongo.collections;
  await users.updateOne({ phone: adminPhone }, { $set: { email: "admin@example.test" } });
  const [desk, phone] = [await app.visit({ signedIn: false }), await app.visit({ signedIn: false, width: 390 })];
  await phone.goTo("/login");
  await enter(phone, 0);
  await reaches(phone, "/");
  await forgetSpacing();
  await desk.goTo("/login");
  await enter(desk, 1);
  await reaches(desk, "/");

  await desk.page.getByRole("button", { name: /, operator/ }).click();
  await desk.page.getByRole("menuitem", { name: "Account" }).click();
  await reaches(desk, "/account");
  await desk.page.getByText("This device").waitFor();
  await eventually(async () => expect(await desk.page.locator(".login-row").count()).toBe(2));
  expect(await desk.findViolations()).toEqual([]);
  await desk.page.getByRole("button", { name: /^End the sign-in/ }).click();
  await phone.page.getByLabel("Phone number").waitFor();
  await eventually(async () => expect(await desk.page.locator(".login-row").count()).toBe(1));

  // Refused without a proof, and a wrong code.
  for (const status of [403, 400]) desk.expectStatus(status);
  await desk.page.getByLabel("New password").fill("mangoTree7river");
  await desk.page.getByRole("button", { name: "Set password" }).click();
  // A token alone sets no password: a code to the phone confirms who it is, and the form goes on by itself.
  const dialog = desk.page.getByRole("dialog", { name: "Confirm that it is you" });
  await dialog.getByRole("button", { name: "Send OTP" }).and(desk.page.locator(":focus")).waitFor();
  expect(await desk.findViolations()).toEqual([]);
  await desk.page.keyboard.press("Enter");
  await dialog.getByLabel("One-time code").and(desk.page.locator(":focus")).waitFor();
  const code = await app.phone.code(2);
  await desk.page.keyboard.type(String((Number(code) + 1) % 10_000).padStart(4, "0"));
  await desk.page.keyboard.press("Enter");
  await dialog.getByText("Invalid OTP").waitFor();
  expect(await desk.findViolations()).toEqual([]);
  await desk.page.keyboard.type(code);
  await desk.page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await alert(desk, "Password Updated");
  await desk.page.getByLabel("Current password").waitFor();
});

test("staff see why New Secret is not theirs, with the pointer and with the keyboard", async () => {
  const staff = aUser({ name: "Ravi", role: "staff" });
  await app.mongo.collections.users.insertOne(staff);
  const [unit] = app.planted;
  if (!unit) throw new Error("no unit was planted");
  const visit = await app.visit({ signedIn: false });
  await visit.goTo("/login");
  await visit.page.evaluate((token) => localStorage.setItem("token", token), await openLogin(app.parts, staff._id));
  await visit.goTo(`/list-registered-vending-machine/${unit.plan.serialNumber}`);
  const button = visit.page.getByRole("button", { name: "New Secret" });
  const why = visit.page.getByText("Only an admin may read or renew the secret of a control unit");
  await button.and(visit.page.locator("[aria-disabled]")).waitFor();
  await eventually(async () => expect(await why.isVisible()).toBe(false));

  await button.hover();
  await eventually(async () => expect(await why.isVisible()).toBe(true));
  await visit.page.mouse.move(0, 0);
  await button.focus();

  await eventually(async () => expect(await why.isVisible()).toBe(true));
  expect(await visit.findViolations()).toEqual([]);
});
