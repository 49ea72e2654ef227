import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { serverTimeHeader } from "#shared/http/envelope.ts";
import { alertLogAtom, clearAlertLogAtom } from "../../state/alerts.atoms.ts";
import { followTabs } from "../../state/follow-tabs.ts";
import { store } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { Component as LoginPage } from "./LoginPage.tsx";

interface Answer {
  status?: number;
  body: Record<string, unknown>;
}
const said: { path: string; body: unknown }[] = [];
let answers: Record<string, Answer>;

beforeEach(() => {
  said.length = 0;
  answers = {};
  store.set(tokenAtom, null);
  store.set(clearAlertLogAtom);
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
    const path = url.replace("/api/v1.2", "");
    said.push({ path, body: JSON.parse(body) });
    const { status = 200, body: answer } = answers[path] ?? { body: { success: true } };
    return new Response(JSON.stringify(answer), { status });
  });
});

const open = () => showPage(<LoginPage />, { at: "/login", path: "/login", store });
const alerts = () => store.get(alertLogAtom).map(({ text }) => text);
const button = (name: string) => screen.getByRole("button", { name });

test("a phone that is not exactly 10 characters is refused without a request", async () => {
  const { user } = open();
  await user.type(screen.getByLabelText("Phone number"), "987654321");

  await user.click(button("Send OTP"));

  expect(alerts()).toEqual(["Invalid phone no"]);
  expect(screen.getByLabelText("Phone number").getAttribute("aria-invalid")).toBe("true");
  expect(said).toEqual([]);
});

test("a code is requested after the phone was checked; then the button reads Re Send OTP", async () => {
  const { user } = open();
  await user.type(screen.getByLabelText("Phone number"), "9876543210");

  await user.click(button("Send OTP"));
  await user.click(await screen.findByRole("button", { name: "Re Send OTP" }));

  await waitFor(() => expect(alerts()).toEqual(["OTP sent", "OTP sent"]));
  expect(said).toEqual([
    { path: "/auth/check", body: { phone: "9876543210", resend: false } },
    { path: "/auth/otp", body: { phone: "9876543210", resend: false } },
    { path: "/auth/check", body: { phone: "9876543210", resend: true } },
    { path: "/auth/otp", body: { phone: "9876543210", resend: true } },
  ]);
});

test("the button reads Re Send OTP after the first request, whatever its result", async () => {
  answers["/auth/check"] = { status: 404, body: { success: false, error: "User not found" } };
  const { user } = open();
  await user.type(screen.getByLabelText("Phone number"), "98");
  await user.click(button("Send OTP"));
  expect(button("Send OTP")).toBeTruthy();

  await user.type(screen.getByLabelText("Phone number"), "76543210");
  await user.click(button("Send OTP"));

  await screen.findByRole("button", { name: "Re Send OTP" });
});

test("the code's field hints its length of 4 and takes digits only", async () => {
  const { user } = open();
  await user.type(screen.getByLabelText("Phone number"), "9876543210{Enter}");
  const code = await screen.findByLabelText("One-time code");

  await user.type(code, "12a34567");

  expect(code).toHaveProperty("value", "1234");
  expect(code).toHaveProperty("maxLength", 4);
  expect(code.getAttribute("placeholder")).toHaveLength(4);
});

test("signing in checks the credentials, logs in, keeps the token and goes on to Home", async () => {
  answers["/auth/login"] = { body: { success: true, token: "a.b.c", failedTries: null } };
  const { user, address } = open();
  await user.type(screen.getByLabelText("Phone number"), "9876543210{Enter}");

  await user.type(await screen.findByLabelText("One-time code"), "1234{Enter}");

  await waitFor(() => expect(address()).toBe("/"));
  expect(said.slice(2)).toEqual([
    { path: "/auth/check", body: { phone: "9876543210", OTP: "1234" } },
    { path: "/auth/login", body: { phone: "9876543210", OTP: "1234" } },
  ]);
  expect(alerts()[0]).toBe("Login Success");
  expect(localStorage.getItem("token")).toBe("a.b.c");
});

test("a sign-in shows what others tried meanwhile, and since when", async () => {
  const failedTries = { count: 3, since: "2026-11-21T08:30:00.000Z" };
  answers["/auth/login"] = { body: { success: true, token: "a.b.c", failedTries } };
  const { user } = open();
  await user.type(screen.getByLabelText("Phone number"), "9876543210{Enter}");

  await user.type(await screen.findByLabelText("One-time code"), "1234{Enter}");

  await waitFor(() =>
    expect(alerts()[0]).toMatch(/^3 wrong tries to sign in as you since 21 Nov 2026, .*If that was not you/),
  );
  expect(alerts()[1]).toBe("Login Success");
});

test("a failed sign-in in one tab leaves the sign-in alone that another tab has stored", async () => {
  const { user } = open();
  await user.type(screen.getByLabelText("Phone number"), "9876543210{Enter}");
  answers["/auth/check"] = { status: 401, body: { success: false, error: "Invalid OTP" } };
  const code = await screen.findByLabelText("One-time code");
  localStorage.setItem("token", "of.another.tab");

  await user.type(code, "1234{Enter}");

  await waitFor(() => expect(alerts()[0]).toBe("Invalid OTP"));
  expect(localStorage.getItem("token")).toBe("of.another.tab");
});

test("so does one whose tab is told of the other's sign-in while the server compares the code", async () => {
  onTestFinished(followTabs(store));
  const { user } = open();
  await user.type(screen.getByLabelText("Phone number"), "9876543210{Enter}");
  const code = await screen.findByLabelText("One-time code");
  vi.stubGlobal("fetch", async () => {
    localStorage.setItem("token", "of.another.tab");
    window.dispatchEvent(new StorageEvent("storage", { key: "token" }));
    return new Response(JSON.stringify({ success: false, error: "Invalid OTP" }), { status: 401 });
  });

  await user.type(code, "1234{Enter}");

  await waitFor(() => expect(alerts()).toContain("Invalid OTP"));
  expect(store.get(tokenAtom)).toBe("of.another.tab");
  expect(localStorage.getItem("token")).toBe("of.another.tab");
});

test("a login that fails shows the server's words and leaves no token", async () => {
  const { user } = open();
  await user.type(screen.getByLabelText("Phone number"), "9876543210{Enter}");
  const code = await screen.findByLabelText("One-time code");
  answers["/auth/check"] = { status: 401, body: { success: false, error: "Invalid OTP" } };

  await user.type(code, "1234{Enter}");

  await waitFor(() => expect(alerts()[0]).toBe("Invalid OTP"));
  expect(store.get(tokenAtom)).toBeNull();
  expect(code).toHaveProperty("value", "");
  expect(said.map(({ path }) => path)).not.toContain("/auth/login");
});

test("a wait that the server imposes is counted down, and nothing is sent meanwhile", async () => {
  const error = "Too many OTP requests. Try again in 23 seconds";
  answers["/auth/otp"] = { status: 429, body: { success: false, error, retryAfterSeconds: 23 } };
  const { user } = open();
  await user.type(screen.getByLabelText("Phone number"), "9876543210");
  await user.click(button("Send OTP"));

  await screen.findByText(/Another code can be sent in 2[234] s/);

  expect(alerts()).toEqual([error]);
  expect(button("Re Send OTP").getAttribute("aria-disabled")).toBe("true");
  await user.type(screen.getByLabelText("Phone number"), "{Enter}");
  expect(said).toHaveLength(2);
});

test("an operator with a password signs in by email", async () => {
  answers["/auth/login"] = { body: { success: true, token: "d.e.f", failedTries: null } };
  const { user } = open();
  await user.click(button("Use email and password instead"));
  await user.type(screen.getByLabelText("Email"), "asha@example.test");
  await user.type(screen.getByLabelText("Password"), "correct horse{Enter}");

  await waitFor(() => expect(store.get(tokenAtom)).toBe("d.e.f"));
  expect(said.at(-1)).toEqual({ path: "/auth/login", body: { email: "asha@example.test", password: "correct horse" } });
});

test("no answer at all shows the fixed text, and the phone may be sent again", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  const { user } = open();
  await user.type(screen.getByLabelText("Phone number"), "9876543210");

  await user.click(button("Send OTP"));

  await waitFor(() => expect(alerts()).toEqual(["Failed to sign in"]));
  expect(button("Re Send OTP").getAttribute("aria-disabled")).toBeNull();
});

test("a wait is as long as the server says, on a computer whose clock is a day ahead", async () => {
  const error = "Too many OTP requests. Try again in 30 seconds";
  vi.stubGlobal("fetch", async (url: string) => {
    const isSent = url.endsWith("/auth/check");
    const body = isSent ? { success: true } : { success: false, error, retryAfterSeconds: 30 };
    const headers = { [serverTimeHeader]: `${Date.now() - 86_400_000}` };
    return new Response(JSON.stringify(body), { status: isSent ? 200 : 429, headers });
  });
  const { user } = open();
  await user.type(screen.getByLabelText("Phone number"), "9876543210{Enter}");

  expect(await screen.findByText(/^Another code can be sent in \d\d s\.$/)).toBeTruthy();
});

test("who requests a code again too soon can enter the one that they have", async () => {
  answers["/auth/otp"] = {
    status: 429,
    body: { success: false, error: "Too many OTP requests", retryAfterSeconds: 12 },
  };
  answers["/auth/login"] = { body: { success: true, token: "a.b.c", failedTries: null } };
  const { user, address } = open();
  await user.type(screen.getByLabelText("Phone number"), "9876543210{Enter}");
  expect(await screen.findByText(/^Another code can be sent in/)).toBeTruthy();

  await user.type(await screen.findByLabelText("One-time code"), "1234{Enter}");

  await waitFor(() => expect(address()).toBe("/"));
});
