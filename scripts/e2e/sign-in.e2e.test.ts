import { beforeEach, expect, test } from "vitest";
import { eventually, until } from "#shared/testing/eventually.ts";
import type { Visit } from "../testing/visit.ts";
import { adminPhone, setUpConsole } from "./console-app.ts";
import { alert, reaches } from "./on-screen.ts";

/** One console for all tests: the last one logs out, for good. */
const app = setUpConsole();
beforeEach(() => app.forgetSignIns());

const requestCode = async ({ page }: Visit) => {
  await page.getByLabel("Phone number").fill(adminPhone);
  await page.getByRole("button", { name: "Send OTP", exact: true }).click();
};
const enterCode = async ({ page }: Visit, code: string) => {
  await page.getByLabel("One-time code").fill(code);
  await page.getByRole("main").getByRole("button", { name: "Log In" }).click();
};

test("an operator signs in with the code on the phone and comes to the requested page", async () => {
  const visit = await app.visit({ signedIn: false });
  await visit.goTo("/live-status?state=All");
  await reaches(visit, "/login");

  await requestCode(visit);
  await alert(visit, "OTP sent");
  await eventually(async () =>
    expect(await visit.page.getByRole("button", { name: "Re Send OTP" }).isVisible()).toBe(true),
  );
  await enterCode(visit, await app.phone.code());

  await alert(visit, "Login Success");
  await reaches(visit, "/live-status");
  await eventually(() => expect(new URL(visit.page.url()).search).toBe("?state=All"));
  await visit.page.getByText("3 vending machines").first().waitFor();
  await visit.page.locator(".live-live").waitFor();
});

test("the keyboard alone is enough to sign in", async () => {
  const { page, goTo } = await app.visit({ signedIn: false });
  await goTo("/login");
  await page.getByRole("heading", { name: "Log in to Cansole" }).waitFor();

  await page.keyboard.type(adminPhone);
  await page.keyboard.press("Enter");
  const code = await app.phone.code();
  await page.getByLabel("One-time code").waitFor();
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");

  await page.getByRole("heading", { name: "Home", exact: true }).waitFor();
});

test("a wrong code is refused where it was typed, and the right one is still good", async () => {
  const visit = await app.visit({ signedIn: false });
  visit.expectStatus(401);
  await visit.goTo("/login");
  await requestCode(visit);
  const code = await app.phone.code();
  const wrong = code === "0000" ? "1111" : "0000";

  await enterCode(visit, wrong);
  await alert(visit, "Invalid OTP");
  await visit.page.locator(".field-error", { hasText: "Invalid OTP" }).waitFor();
  await enterCode(visit, code);

  await reaches(visit, "/");
});

test("a signed-in operator who opens the login page is led home, and the console says who that is", async () => {
  const visit = await app.visit();
  await visit.goTo("/login");

  await reaches(visit, "/");
  await visit.page.getByRole("button", { name: /Walking operator/ }).waitFor();
});

test("Logout ends the login on the server, and the other tab is out as well", async () => {
  const visit = await app.visit();
  await visit.goTo("/");
  await visit.page.locator(".live-live").waitFor();
  const token = await until("a token", () => visit.page.evaluate(() => localStorage.getItem("token")));
  const other = await visit.page.context().newPage();
  await other.goto(`${app.url}/inventory/v1.2/live-status`);
  await other.locator(".live-live").waitFor();

  await visit.page.getByRole("navigation", { name: "Console" }).getByRole("button", { name: "Logout" }).click();

  await reaches(visit, "/login");
  await other.getByLabel("Phone number").waitFor();
  await eventually(async () => {
    const answer = await fetch(`${app.url}/api/v1.2/auth/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(401);
  });
});
