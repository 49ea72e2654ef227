import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { RegistrationRequest } from "#shared/registration/registration.schema.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { aShownUnit } from "#shared/testing/shown-records.ts";
import { store } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { playHearers } from "../../testing/heard-live.ts";
import { showPage } from "../../testing/screen.tsx";
import { RegisterForm } from "./RegisterForm.tsx";

const foyer = { _id: "b".repeat(24), name: "Foyer", vendingMachineId: "VM-1" };
const sent: unknown[] = [];
let refusal: string | null;

beforeEach(() => {
  sent.length = 0;
  refusal = null;
  store.set(tokenAtom, "t");
  playHearers();
  vi.stubGlobal("fetch", async (_: string, { method, body }: RequestInit) => {
    if (method === "GET")
      return new Response(JSON.stringify({ success: true, vendingMachines: [foyer], asOf: "0".repeat(16) }));
    sent.push(JSON.parse(String(body)));
    if (refusal) return new Response(JSON.stringify({ success: false, error: refusal }), { status: 409 });
    return new Response(JSON.stringify({ success: true, vendingMachine: aShownUnit(), secret: null }));
  });
});

const shown = (request: RegistrationRequest | null) =>
  showPage(<RegisterForm request={request} onRegistered={() => undefined} />, { store });
const register = async ({ user }: ReturnType<typeof shown>) => {
  await user.click(await screen.findByRole("button", { name: "Foyer (VM-1)" }));
  await user.click(screen.getByRole("button", { name: "Register" }));
};

it("registers a typed serial number without a key: one that a stranger names under it is not taken unseen", async () => {
  const page = shown(null);
  await page.user.type(screen.getByLabelText("Serial Number"), "CU-9");
  refusal = "A control unit of this serial number waits with the key EEDD-883D: compare it in its request";

  await register(page);

  await screen.findByText(refusal);
  expect(sent).toEqual([expect.objectContaining({ serialNumber: "CU-9", fingerprint: null })]);
  expect(screen.queryByText(/registered already/)).toBeNull();

  refusal = "Failed / Already Registered";
  await page.user.click(screen.getByRole("button", { name: "Register" }));
  await screen.findAllByText(/registered already/);
});

it("registers a request with the key that the operator saw", async () => {
  const page = shown({
    _id: "c".repeat(24),
    serialNumber: "CU-1",
    version: "1",
    dateTime: "2026-03-01T06:30:00.000Z",
    fingerprint: "EEDD-883D",
    other: null,
  });
  await register(page);
  await eventually(() => expect(sent).toEqual([expect.objectContaining({ fingerprint: "EEDD-883D" })]));
});
