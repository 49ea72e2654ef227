import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { ApiKey } from "#shared/api-keys/api-key.schema.ts";
import { clearAlertLogAtom } from "../../state/alerts.atoms.ts";
import { store } from "../../state/jotai.ts";
import { operatorAtom, tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { Component as ApiKeysPage } from "./ApiKeysPage.tsx";

const now = "2026-11-21T08:30:00.000Z";
const secret = `cansole_${"k".repeat(43)}`;
const asha = { _id: "d".repeat(24), name: "Asha Rao", phone: "9876543210", email: "", role: "admin" } as const;

let keys: ApiKey[];
const said: string[] = [];

beforeEach(() => {
  keys = [
    {
      _id: "a".repeat(24),
      name: "Customers' app",
      createdAt: now,
      lastUsedAt: null,
      expiresAt: null,
      scopes: ["orders"],
      endedAt: null,
      rev: 0,
    },
  ];
  said.length = 0;
  store.set(clearAlertLogAtom);
  store.set(tokenAtom, "a token");
  store.set(operatorAtom, asha);
  vi.stubGlobal("fetch", async (url: string, { method, body }: { method: string; body: string | null }) => {
    const call = `${method} ${url.replace("/api/v1.2", "")}`;
    said.push(call);
    const answer = (reply: object) => new Response(JSON.stringify({ success: true, ...reply }));
    if (method === "GET") return answer({ apiKeys: keys, asOf: "0".repeat(16) });
    if (method === "POST") {
      const apiKey: ApiKey = {
        ...JSON.parse(body ?? ""),
        _id: "b".repeat(24),
        createdAt: now,
        lastUsedAt: null,
        expiresAt: null,
        scopes: ["orders"],
        endedAt: null,
        rev: 0,
      };
      keys = [apiKey, ...keys];
      return answer({ apiKey, key: secret });
    }
    keys = keys.map((key) => ({ ...key, endedAt: now }));
    return answer({ apiKey: keys[0] ?? {} });
  });
});

test("a new key is shown once, and hidden it is gone", async () => {
  const { user } = showPage(<ApiKeysPage />, { store });
  await user.type(await screen.findByLabelText("Name"), "Kiosk");
  await user.click(screen.getByRole("button", { name: "Create API key" }));

  const panel = within(await screen.findByRole("region", { name: "Key of Kiosk" }));
  expect(panel.getByText(secret)).toBeTruthy();
  expect((await screen.findAllByText("Kiosk")).length).toBeGreaterThan(0);
  await user.click(panel.getByRole("button", { name: "Hide it" }));

  expect(screen.queryByText(secret)).toBeNull();
});

test("a key is ended after a question, and says so", async () => {
  const { user } = showPage(<ApiKeysPage />, { store });
  await user.click(await screen.findByRole("button", { name: "End the key of Customers' app" }));
  expect(said).toEqual(["GET /api-keys"]);

  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "End key" }));

  await screen.findByText("Ended");
  expect(said[1]).toBe(`DELETE /api-keys/${"a".repeat(24)}`);
  expect(screen.queryByRole("button", { name: "End the key of Customers' app" })).toBeNull();
});

test("staff are told that it is not theirs, and nothing is asked", async () => {
  store.set(operatorAtom, { ...asha, role: "staff" });
  showPage(<ApiKeysPage />, { store });

  await waitFor(() => expect(screen.getByText("Only an admin may see, create or end API keys")).toBeTruthy());
  expect(said).toEqual([]);
});
