import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { ApiKey, KeyMaker } from "#shared/api-keys/api-key.schema.ts";
import { clearAlertLogAtom } from "../../state/alerts.atoms.ts";
import { store } from "../../state/jotai.ts";
import { nowAtom } from "../../state/now.atoms.ts";
import { operatorAtom, tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { Component as ApiKeysPage } from "./ApiKeysPage.tsx";
import { scopeWords } from "./scope-words.ts";

const now = "2026-11-21T08:30:00.000Z";
const secret = `cansole_${"k".repeat(43)}`;
const asha = { _id: "d".repeat(24), name: "Asha Rao", phone: "9876543210", email: "", role: "admin" } as const;

let keys: ApiKey[];
let makers: KeyMaker[];
const said: string[] = [];
const sent: unknown[] = [];

beforeEach(() => {
  makers = [{ _id: asha._id, name: asha.name, maySignIn: true }];
  keys = [
    {
      _id: "a".repeat(24),
      name: "Customers' app",
      app: "a".repeat(24),
      createdAt: now,
      createdBy: asha._id,
      lastUsedAt: null,
      expiresAt: null,
      scopes: ["orders"],
      endedAt: null,
      rev: 0,
    },
  ];
  said.length = 0;
  sent.length = 0;
  store.set(clearAlertLogAtom);
  store.set(tokenAtom, "a token");
  store.set(operatorAtom, asha);
  vi.stubGlobal("fetch", async (url: string, { method, body }: { method: string; body: string | null }) => {
    const call = `${method} ${url.replace("/api/v1.2", "")}`;
    said.push(call);
    if (body !== null) sent.push(JSON.parse(body));
    const answer = (reply: object) => new Response(JSON.stringify({ success: true, ...reply }));
    if (method === "GET") return answer({ apiKeys: keys, makers, asOf: "0".repeat(16) });
    if (method === "POST") {
      const { name, scopes } = JSON.parse(body ?? "");
      const apiKey: ApiKey = {
        _id: "b".repeat(24),
        name,
        app: "b".repeat(24),
        createdAt: now,
        createdBy: asha._id,
        lastUsedAt: null,
        expiresAt: null,
        scopes,
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

test("a key lasts a year and calls everything; both may be chosen, and no call at all is refused", async () => {
  const { user } = showPage(<ApiKeysPage />, { store });
  const create = () => user.click(screen.getByRole("button", { name: "Create API key" }));
  await user.type(await screen.findByLabelText("Name"), "Kiosk");
  await create();
  await screen.findByRole("region", { name: "Key of Kiosk" });
  await screen.findByText("Every call");

  await user.type(screen.getByLabelText("Name"), "Returns");
  await user.clear(screen.getByLabelText("Days"));
  for (const call of Object.values(scopeWords))
    await user.click(screen.getByRole("button", { name: `Remove ${call}` }));
  await create();
  expect((await screen.findAllByText("May call must name at least one")).length).toBeGreaterThan(0);
  screen.getByRole("combobox", { name: "May call" }).focus();
  await user.keyboard("{ArrowDown}");
  await user.click(await screen.findByRole("option", { name: "Returning cans", hidden: true }));
  await create();
  await screen.findByRole("region", { name: "Key of Returns" });

  const scopes = ["orders", "transactions", "returns", "account-deletion", "read:machines", "read:customers"];
  expect(sent).toEqual([
    { name: "Kiosk", replaces: null, days: 365, scopes },
    { name: "Returns", replaces: null, days: null, scopes: ["returns"] },
  ]);
});

test.each([
  { days: 31, chip: null },
  { days: 30, chip: "Expires soon" },
  { days: 0, chip: "Expired" },
])("$days days before its end a key says $chip", async ({ days, chip }) => {
  keys = keys.map((key) => ({ ...key, expiresAt: new Date(store.get(nowAtom) + days * 86_400_000).toISOString() }));
  showPage(<ApiKeysPage />, { store });
  await screen.findByRole("button", { name: "End the key of Customers' app" });

  const shown = ["Expires soon", "Expired"].filter((word) => screen.queryByText(word));
  expect(shown).toEqual(chip ? [chip] : []);
});

test.each([true, false])("whether its maker may sign in (%s) is shown: who has left knows it", async (maySignIn) => {
  makers = [{ _id: asha._id, name: "Ravi Nair", maySignIn }];
  showPage(<ApiKeysPage />, { store });

  expect((await screen.findAllByText(/Ravi Nair/)).length).toBeGreaterThan(0);
  expect(screen.queryAllByText("May not sign in").length > 0).toBe(!maySignIn);
});

test("a key may take the place of another", async () => {
  const { user } = showPage(<ApiKeysPage />, { store });
  await user.type(await screen.findByLabelText("Name"), "Next year's");
  screen.getByRole("combobox", { name: "Replaces" }).focus();
  await user.keyboard("{ArrowDown}");
  await user.click(await screen.findByRole("option", { name: "Customers' app", hidden: true }));
  await user.click(screen.getByRole("button", { name: "Create API key" }));
  await screen.findByRole("region", { name: "Key of Next year's" });

  expect(sent).toMatchObject([{ name: "Next year's", replaces: "a".repeat(24) }]);
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

test("staff read that it is for admins, and nothing is requested", async () => {
  store.set(operatorAtom, { ...asha, role: "staff" });
  showPage(<ApiKeysPage />, { store });

  await waitFor(() => expect(screen.getByText("Only an admin may see, create or end API keys")).toBeTruthy());
  expect(said).toEqual([]);
});
