import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { changeSettings } from "#shared/settings/settings.api.ts";
import { call } from "../../http/call.ts";
import { alertLogAtom, clearAlertLogAtom } from "../../state/alerts.atoms.ts";
import { store } from "../../state/jotai.ts";
import { operatorAtom, signOutAtom, tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";

const error = "Confirm that it is you, with a one-time code or your password";
const wanted = { status: 403, body: { success: false, error, needsProof: true } };
const settings = {
  _id: "5e77165000000000000000aa",
  refundsAlone: 7,
  cansAlone: null,
  depositAlone: null,
  slotsAlone: null,
  rev: 1,
};
const said: { call: string; body: unknown }[] = [];
let isProved: boolean;
/** What the next tries to confirm answer; after them each one is right. */
let proofs: { status: number; body: object }[];
/** And what the next requests of a code answer. */
let codes: { status: number; body: object }[];

beforeEach(() => {
  said.length = 0;
  isProved = false;
  proofs = [];
  codes = [];
  store.set(clearAlertLogAtom);
  store.set(tokenAtom, "a token");
  store.set(operatorAtom, { _id: "d".repeat(24), name: "Asha", phone: "9876543210", email: "", role: "admin" });
  vi.stubGlobal("fetch", async (url: string, { method, body }: { method: string; body: string | null }) => {
    const path = url.replace("/api/v1.2", "");
    said.push({ call: `${method} ${path}`, body: body && JSON.parse(body) });
    const answerTo = () => {
      if (path === "/settings") return isProved ? { status: 200, body: { success: true, settings } } : wanted;
      if (path === "/auth/proof/code") return codes.shift() ?? { status: 200, body: { success: true } };
      if (path === "/auth/proof") return proofs.shift() ?? { status: 200, body: { success: true } };
      return { status: 200, body: { success: true } };
    };
    const { status, body: reply } = answerTo();
    if (path === "/auth/proof" && status === 200) isProved = true;
    return new Response(JSON.stringify(reply), { status });
  });
});

const open = () => {
  const shown = showPage(<p>A page</p>, { store });
  return { ...shown, change: () => call(changeSettings, { body: { refundsAlone: 7, rev: 0 } }) };
};
const dialog = async () => within(await screen.findByRole("dialog", { name: "Confirm that it is you" }));
const alerts = () => store.get(alertLogAtom).map(({ text }) => text);
const calls = () => said.map(({ call }) => call);

test("a call that wants a proof is done by itself once a code has confirmed who it is, with what was sent before", async () => {
  const { user, change } = open();
  const outcome = change();

  const shownDialog = await dialog();
  expect(shownDialog.getByText("We send a one-time code to your phone ending in 210.")).toBeTruthy();
  await user.click(shownDialog.getByRole("button", { name: "Send OTP" }));
  await user.type(await shownDialog.findByLabelText("One-time code"), "1234{Enter}");

  expect(await outcome).toEqual({ is: "done", reply: { settings } });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(calls()).toEqual(["PUT /settings", "POST /auth/proof/code", "POST /auth/proof", "PUT /settings"]);
  expect(said[2]?.body).toEqual({ OTP: "1234" });
  expect(said[3]?.body).toEqual(said[0]?.body);
  expect(alerts()).toEqual(["Success", "OTP sent"]);
});

test("the password confirms it as well; a wrong one is said at its field", async () => {
  proofs = [{ status: 400, body: { success: false, error: "Invalid password" } }];
  const { user, change } = open();
  const outcome = change();
  const shownDialog = await dialog();
  await user.click(shownDialog.getByRole("button", { name: "Use your password instead" }));

  await user.click(shownDialog.getByRole("button", { name: "Confirm" }));
  expect(shownDialog.getByText("Enter your password")).toBeTruthy();
  await user.type(shownDialog.getByLabelText("Your password"), "wrong one{Enter}");
  await shownDialog.findByText("Invalid password");
  await user.type(shownDialog.getByLabelText("Your password"), "right one{Enter}");

  expect((await outcome).is).toBe("done");
  expect(said.filter(({ call }) => call === "POST /auth/proof").map(({ body }) => body)).toEqual([
    { password: "wrong one" },
    { password: "right one" },
  ]);
});

test("several calls at once open one dialog", async () => {
  const { user, change } = open();
  const outcomes = [change(), change(), change()];
  const shownDialog = await dialog();
  await user.click(shownDialog.getByRole("button", { name: "Use your password instead" }));
  await user.type(shownDialog.getByLabelText("Your password"), "right one{Enter}");

  expect((await Promise.all(outcomes)).map(({ is }) => is)).toEqual(["done", "done", "done"]);
  expect(calls().filter((call) => call === "POST /auth/proof")).toHaveLength(1);
});

test("who cancels changes nothing, and reads why", async () => {
  const { user, change } = open();
  const outcome = change();

  await user.click((await dialog()).getByRole("button", { name: "Cancel" }));

  expect(await outcome).toMatchObject({ is: "refused", status: 403, error });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(calls()).toEqual(["PUT /settings"]);
  expect(alerts()).toEqual([error]);
});

test("a wait that the server imposes is counted down, and nothing is sent meanwhile", async () => {
  const waits = "Too many wrong tries. Try again in 24 hours";
  proofs = [{ status: 429, body: { success: false, error: waits, retryAfterSeconds: 86_400 } }];
  const { user, change } = open();
  void change();
  const shownDialog = await dialog();
  await user.click(shownDialog.getByRole("button", { name: "Use your password instead" }));
  await user.type(shownDialog.getByLabelText("Your password"), "wrong one{Enter}");
  await shownDialog.findByText(waits);

  await user.type(shownDialog.getByLabelText("Your password"), "right one{Enter}");

  expect(shownDialog.getByRole("button", { name: /Confirm in 2[45] h/ }).getAttribute("aria-disabled")).toBe("true");
  expect(calls().filter((call) => call === "POST /auth/proof")).toHaveLength(1);
});

test("who requests a code again too soon confirms with the one that they have", async () => {
  const waits = { status: 429, body: { success: false, error: "Too many OTP requests", retryAfterSeconds: 12 } };
  codes = [waits];
  const { user, change } = open();
  const outcome = change();
  const shownDialog = await dialog();
  await user.click(shownDialog.getByRole("button", { name: "Send OTP" }));

  await user.type(await shownDialog.findByLabelText("One-time code"), "1234{Enter}");

  expect((await outcome).is).toBe("done");
});

test("signed out meanwhile, no dialog is open and no call continues", async () => {
  const { change } = open();
  const outcome = change();
  await dialog();

  store.set(signOutAtom, "asked");

  expect((await outcome).is).toBe("refused");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls()).toEqual(["PUT /settings"]);
});
