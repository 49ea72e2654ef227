import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Webhook } from "#shared/webhooks/webhook.schema.ts";
import { NavLinks } from "../../app/NavBar.tsx";
import { store } from "../../state/jotai.ts";
import { operatorAtom, tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { Component as WebhooksPage } from "./WebhooksPage.tsx";
import { loadWebhooksAtom } from "./webhooks.atoms.ts";

const now = "2026-11-21T08:30:00.000Z";
const asha = { _id: "d".repeat(24), name: "Asha Rao", phone: "9876543210", email: "", role: "admin" } as const;
const endpoint = (digit: number, more: Partial<Webhook> = {}): Webhook => ({
  _id: String(digit).repeat(24),
  address: `https://app${digit}.example.com/events`,
  description: "",
  types: ["order.paid"],
  enabled: true,
  createdAt: now,
  formerSecretUntil: null,
  failingSince: null,
  rev: 0,
  ...more,
});

let webhooks: Webhook[];
let requested: string[];
beforeEach(() => {
  webhooks = [];
  requested = [];
  store.set(tokenAtom, "a token");
  store.set(operatorAtom, asha);
  vi.stubGlobal("fetch", async (url: string) => {
    requested.push(url.replace("/api/v1.2", ""));
    const log = { deliveries: [], nextCursor: null };
    const body = url.includes("deliveries") ? log : { webhooks, latest: [], asOf: "0".repeat(16) };
    return new Response(JSON.stringify({ success: true, ...body }));
  });
});

test("an endpoint that nobody named stands by its host; one that fails says so, and one that is off", async () => {
  webhooks = [
    endpoint(1, { failingSince: now }),
    endpoint(2, { enabled: false, description: "Planner", formerSecretUntil: now }),
  ];
  showPage(<WebhooksPage />, { store });

  await screen.findByText("Failing");
  expect(screen.getAllByText("app1.example.com").length).toBeGreaterThan(0);
  expect(screen.getAllByText("Planner").length).toBeGreaterThan(0);
  expect(screen.getByText("Disabled")).toBeTruthy();
  await waitFor(() => expect(requested).toContain(`/webhooks/${"1".repeat(24)}/deliveries`));
});

test("the log stays with its endpoint when another one begins to fail", async () => {
  webhooks = [endpoint(1), endpoint(2)];
  showPage(<WebhooksPage />, { store });
  await waitFor(() => expect(requested).toContain(`/webhooks/${"1".repeat(24)}/deliveries`));

  webhooks = [endpoint(1), endpoint(2, { failingSince: now })];
  await act(() => store.set(loadWebhooksAtom));
  await screen.findByText("Failing");
  expect(requested.filter((url) => url.includes("2".repeat(24)))).toEqual([]);

  webhooks = webhooks.slice(1);
  await act(() => store.set(loadWebhooksAtom));
  await waitFor(() => expect(requested).toContain(`/webhooks/${"2".repeat(24)}/deliveries`));
});

test("an eleventh endpoint cannot be added", async () => {
  webhooks = Array.from({ length: 10 }, (_, at) => endpoint(at));
  showPage(<WebhooksPage />, { store });

  await screen.findByText("https://app9.example.com/events");
  expect(screen.getByRole("button", { name: /Add endpoint/ }).getAttribute("aria-disabled")).toBe("true");
});

test("Escape asks before it drops what was typed about an endpoint, and closes at once where nothing was", async () => {
  const { user: person } = showPage(<WebhooksPage />, { store });
  const open = async () => {
    const [add] = await screen.findAllByRole("button", { name: /Add endpoint/ });
    if (add) await person.click(add);
    return screen.findByRole("dialog", { name: "Add endpoint" });
  };
  const pressEscape = (dialog: HTMLElement) => fireEvent(dialog, new Event("cancel", { cancelable: true }));
  pressEscape(await open());
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Add endpoint" })).toBeNull());

  const dialog = await open();
  await person.type(screen.getByLabelText("Address"), "https://a.example");
  pressEscape(dialog);
  await person.click(await screen.findByRole("button", { name: "Stay" }));
  expect(screen.getByLabelText<HTMLInputElement>("Address").value).toBe("https://a.example");

  pressEscape(dialog);
  await screen.findByText("What you changed will be lost: Address.");
  await person.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByLabelText("Address")).toBeNull());
});

test("staff read that it is for admins, see no link to it, and nothing is requested", async () => {
  store.set(operatorAtom, { ...asha, role: "staff" });
  showPage(
    <>
      <WebhooksPage />
      <NavLinks />
    </>,
    { store },
  );

  await screen.findByText("Only an admin may see or change webhooks");
  expect(document.querySelector('a[href$="/jobs"]')).toBeTruthy();
  expect(document.querySelector('a[href$="/webhooks"]')).toBeNull();
  expect(requested).toEqual([]);
});
