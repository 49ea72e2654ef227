import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Account } from "#shared/auth/auth.schema.ts";
import { alertLogAtom, clearAlertLogAtom } from "../../state/alerts.atoms.ts";
import { store } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { Component as AccountPage } from "./AccountPage.tsx";

const now = "2026-11-21T08:30:00.000Z";
const login = { from: "192.0.2.7", createdAt: now, lastUsedAt: now };
const here = { ...login, _id: "a".repeat(24), device: "Firefox on Windows", isThis: true };
const phone = { ...login, _id: "b".repeat(24), device: "Chrome on Android", isThis: false };
const desk = { ...login, _id: "c".repeat(24), device: "Safari on macOS", isThis: false };
const asha = {
  _id: "d".repeat(24),
  name: "Asha Rao",
  phone: "9876543210",
  email: "asha@example.test",
  role: "staff",
} as const;

let account: Account;
let refusal: { status: number; error: string } | null;
const said: { call: string; body: unknown }[] = [];

beforeEach(() => {
  account = { user: asha, hasPassword: true, failedTries: null, logins: [here, phone, desk] };
  refusal = null;
  said.length = 0;
  store.set(clearAlertLogAtom);
  store.set(tokenAtom, "a token");
  vi.stubGlobal("fetch", async (url: string, { method, body }: { method: string; body: string | null }) => {
    const path = url.replace("/api/v1.2", "");
    said.push({ call: `${method} ${path}`, body: body === null ? null : JSON.parse(body) });
    if (refusal) {
      const { status, error } = refusal;
      return new Response(JSON.stringify({ success: false, error }), { status });
    }
    const ended = /^\/auth\/logins\/(\w+)$/.exec(path)?.[1];
    if (ended) account = { ...account, logins: account.logins.filter(({ _id }) => _id !== ended) };
    if (path === "/auth/logins") account = { ...account, logins: [here] };
    return new Response(JSON.stringify({ success: true, ...(path === "/auth/password" ? {} : account) }));
  });
});

const open = async () => {
  const page = showPage(<AccountPage />, { store });
  await screen.findByText("Asha Rao");
  return page;
};
const devices = () => [...document.querySelectorAll(".login-row strong")].map(({ textContent }) => textContent);
const rowOf = (device: string) => within(screen.getByText(device).closest("li") as HTMLElement);

test("the own logins are named by device and address, and this one is marked and cannot be ended here", async () => {
  await open();

  expect(devices()).toEqual(["Firefox on Windows", "Chrome on Android", "Safari on macOS"]);
  expect(rowOf("Firefox on Windows").getByText("This device")).toBeTruthy();
  expect(rowOf("Firefox on Windows").queryByRole("button")).toBeNull();
  expect(rowOf("Chrome on Android").getByText("192.0.2.7")).toBeTruthy();
});

test("somebody else signs in in another tab: the page becomes that one's, and nothing of the first stays", async () => {
  store.set(tokenAtom, "asha's");
  await open();
  account = { ...account, user: { ...asha, _id: "e".repeat(24), name: "Binu Das" }, logins: [desk] };

  act(() => store.set(tokenAtom, "binu's"));

  expect(screen.queryByText("Asha Rao")).toBeNull();
  await screen.findByText("Binu Das");
  expect(devices()).toEqual(["Safari on macOS"]);
});

test("another login is ended and leaves the list", async () => {
  const { user } = await open();

  await user.click(screen.getByRole("button", { name: "End the sign-in of Chrome on Android" }));

  await waitFor(() => expect(devices()).toEqual(["Firefox on Windows", "Safari on macOS"]));
  expect(said.at(-1)?.call).toBe(`DELETE /auth/logins/${phone._id}`);
});

test("all others are ended after a question", async () => {
  const { user } = await open();
  await user.click(screen.getByRole("button", { name: "End all others" }));

  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "End all others" }));

  await waitFor(() => expect(devices()).toEqual(["Firefox on Windows"]));
  expect(said.at(-1)?.call).toBe("DELETE /auth/logins");
  expect(screen.queryByRole("button", { name: "End all others" })).toBeNull();
});

test("the version is shown, for whoever reports a fault", async () => {
  await open();

  expect(screen.getByText(/^Cansole \d+\.\d+\.\d+$/)).toBeTruthy();
});

test("wrong tries of others are shown for as long as this login lasts", async () => {
  account = { ...account, failedTries: { count: 1, since: now } };
  await open();

  expect(screen.getByText(/^1 wrong try to sign in as you since 21 Nov 2026/)).toBeTruthy();
});

test("a new password of eleven characters is refused here, and one that the server finds weak beneath its field", async () => {
  const { user } = await open();
  await user.type(screen.getByLabelText("Current password"), "the present one");
  await user.type(screen.getByLabelText("New password"), "kQ7!vz0Lp2#");
  await user.click(screen.getByRole("button", { name: "Change password" }));
  expect((await screen.findAllByText(/must be at least 12 characters/)).length).toBeGreaterThan(0);
  expect(said).toHaveLength(1);

  refusal = { status: 400, error: "password: is too easy to guess" };
  await user.type(screen.getByLabelText("New password"), "x");
  await user.click(screen.getByRole("button", { name: "Change password" }));

  expect((await screen.findAllByText(/New password is too easy to guess/)).length).toBeGreaterThan(0);
  expect(said.at(-1)).toEqual({
    call: "PUT /auth/password",
    body: { present: "the present one", password: "kQ7!vz0Lp2#x" },
  });
});

test("an operator without a password sets the first one without another", async () => {
  account = { ...account, hasPassword: false };
  const { user } = await open();
  expect(screen.queryByLabelText("Current password")).toBeNull();

  await user.type(screen.getByLabelText("New password"), "mangoTree7river");
  await user.click(screen.getByRole("button", { name: "Set password" }));

  await waitFor(() => expect(store.get(alertLogAtom)[0]?.text).toBe("Password Updated"));
  expect(said.find(({ call }) => call === "PUT /auth/password")?.body).toEqual({ password: "mangoTree7river" });
});

test("without an email there is no password to set", async () => {
  account = { ...account, hasPassword: false, user: { ...asha, email: "" } };
  await open();

  expect(screen.getByText(/needs an email address/)).toBeTruthy();
  expect(screen.queryByLabelText("New password")).toBeNull();
});
