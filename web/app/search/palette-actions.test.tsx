import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { createStore } from "../../state/jotai.ts";
import { operatorAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { SearchPalette } from "./SearchPalette.tsx";

const me = { _id: "a".repeat(24), name: "Asha", phone: "9000000001", email: "", role: "admin" } as const;
const gate = { kind: "machine", id: "1".repeat(24), label: "Gate 1", detail: "GTE-1", state: "Online" };
const sessionId = "5".repeat(24);

/** Machines are found by the name alone; what is posted is kept. */
let posted: { url: string; body: unknown }[];
beforeEach(() => {
  posted = [];
  const reply = (body: object) => Promise.resolve(new Response(JSON.stringify({ success: true, ...body })));
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
    if (init?.method === "POST") {
      posted.push({ url, body: JSON.parse(`${init.body}`) });
      return reply({ sessionId, message: "Success" });
    }
    const typed = new URL(url, "http://console.test").searchParams.get("q") ?? "";
    return reply({ results: "gate 1".startsWith(typed.toLowerCase()) ? [gate] : [] });
  });
});

const open = () => {
  const store = createStore();
  store.set(operatorAtom, me);
  return showPage(<SearchPalette onClose={() => undefined} />, { store });
};
const field = () => screen.getByRole("combobox", { name: "Find a page or a record" });
const optionsIn = async (group: string) =>
  within(await screen.findByRole("group", { name: group }))
    .getAllByRole("option")
    .map((option) => option.textContent);

test("an action on a machine is confirmed, done by its own call, and leads to its session", async () => {
  const { user, address } = open();
  await user.type(field(), "open 7 gate");
  expect(await optionsIn("Actions")).toEqual(["Open container 7 at Gate 1GTE-1Online"]);

  await user.keyboard("{Enter}");
  expect(posted).toEqual([]);
  await user.click(await screen.findByRole("button", { name: "Open container 7" }));

  await waitFor(() => expect(address()).toBe(`/test-vending-machine?machine=GTE-1&session=${sessionId}`));
  expect(posted).toEqual([
    { url: expect.stringMatching(/open$/), body: { vendingMachineId: "GTE-1", containers: ["7"] } },
  ]);
});

test("an action that is not confirmed is not done, and stands among the recent ones", async () => {
  const first = open();
  await first.user.type(field(), "restart gate");
  await screen.findByRole("group", { name: "Actions" });
  await first.user.keyboard("{Enter}");
  await first.user.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(posted).toEqual([]);
  first.unmount();

  open();
  expect(await optionsIn("Recent")).toEqual(["Restart Gate 1GTE-1Action"]);
});

test.each([
  ["inventory of gate", `/vendingMachine/${gate.id}/Inventory`],
  ["test gate", "/test-vending-machine?machine=GTE-1"],
])("%s leads there", async (typed, to) => {
  const { user, address } = open();
  await user.type(field(), typed);
  await screen.findByRole("group", { name: "Actions" });
  await user.keyboard("{Enter}");

  await waitFor(() => expect(address()).toBe(to));
});
