import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { SearchResult } from "#shared/search/search.schema.ts";
import { createStore } from "../../state/jotai.ts";
import { operatorAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { mostRecent } from "./recent.ts";
import { SearchPalette } from "./SearchPalette.tsx";

const me = { _id: "a".repeat(24), name: "Asha", phone: "9000000001", email: "", role: "admin" } as const;
const kept = `recent:${me._id}`;

/** The gateway as the test scripts it: each question waits until it is answered. */
let requested: { q: string; answer: (results: SearchResult[]) => Promise<void>; fail: () => Promise<void> }[];
/** Answers at once, with these. */
let always: SearchResult[] | null;
beforeEach(() => {
  requested = [];
  always = null;
  vi.stubGlobal("fetch", (url: string) => {
    const q = new URL(url, "http://console.test").searchParams.get("q") ?? "";
    const reply = (status: number, body: object) => new Response(JSON.stringify(body), { status });
    // It ignores that it was given up, as an answer that is already on its way does.
    return new Promise<Response>((resolve) => {
      const say = (response: Response) =>
        act(async () => {
          resolve(response);
          await new Promise((done) => setTimeout(done, 0));
        });
      const answer = (results: SearchResult[]) => say(reply(200, { success: true, results }));
      requested.push({ q, answer, fail: () => say(reply(503, { success: false, error: "The database is away" })) });
      if (always) resolve(reply(200, { success: true, results: always }));
    });
  });
});

const found = (input: Partial<SearchResult> & Pick<SearchResult, "kind" | "id">): SearchResult => ({
  label: input.id,
  detail: "",
  state: null,
  ...input,
});
const gate = found({ kind: "machine", id: "1".repeat(24), label: "Gate 1", detail: "GTE-1", state: "Online" });
const session = found({ kind: "session", id: "5".repeat(24), detail: "GTE-1", state: "running" });

const open = () => {
  const store = createStore();
  store.set(operatorAtom, me);
  const onClose = vi.fn();
  return { ...showPage(<SearchPalette onClose={onClose} />, { store }), onClose };
};
const field = () => screen.getByRole("combobox", { name: "Find a page or a record" });
const options = () => screen.queryAllByRole("option").map((option) => option.textContent);
const optionsIn = (group: string) =>
  within(screen.getByRole("group", { name: group }))
    .getAllByRole("option")
    .map((option) => option.textContent);
const chosen = () => document.getElementById(field().getAttribute("aria-activedescendant") ?? "")?.textContent;
const question = (q: string) =>
  waitFor(() => {
    const one = requested.find((each) => each.q === q);
    if (!one) throw new Error(`nobody asked for ${q}`);
    return one;
  });

test("records stand beside pages, by kind, with what distinguishes them and their states", async () => {
  const { user } = open();
  await user.type(field(), "re");
  const records = [
    gate,
    found({ kind: "request", id: "RE-1" }),
    found({ kind: "unit", id: "RE-2", state: "Authorized" }),
  ];
  await (await question("re")).answer([...records, session]);

  expect(optionsIn("Pages")).toContain("RegionsGoods");
  expect(optionsIn("Vending machines")).toEqual(["Gate 1GTE-1Online"]);
  expect(optionsIn("Registered vending machines")).toEqual(["RE-2Authorized"]);
  expect(optionsIn("Registration requests")).toEqual(["RE-1"]);
  expect(optionsIn("Sessions")).toEqual([`${session.id}GTE-1Running`]);
  expect(screen.getByRole("status").textContent).toBe(`${options().length} found`);
});

test.each([
  ["machine", "1".repeat(24), `/vendingMachine/${"1".repeat(24)}`],
  ["unit", "CU 1", "/list-registered-vending-machine/CU%201"],
  ["request", "CU-2", "/list-registered-vending-machine/CU-2"],
  ["product", "2".repeat(24), `/products/${"2".repeat(24)}`],
  ["profile", "3".repeat(24), `/profiles/${"3".repeat(24)}`],
  ["region", "4".repeat(24), `/regions/${"4".repeat(24)}`],
  ["session", "5".repeat(24), `/test-vending-machine?session=${"5".repeat(24)}`],
] as const)("a %s leads to its page, by keyboard", async (kind, id, to) => {
  always = [found({ kind, id, label: "zz" })];
  const { user, address, onClose } = open();

  await user.type(field(), "zz");
  await screen.findByRole("option");
  await user.keyboard("{Enter}");

  expect(address()).toBe(to);
  expect(onClose).toHaveBeenCalled();
});

test("the arrows move through all groups and around, a click goes too", async () => {
  const { user, address } = open();
  await user.type(field(), "regions");
  await (await question("regions")).answer([gate, session]);

  const seen = [];
  for (let n = 0; n < 4; n += 1) {
    seen.push(chosen()?.slice(0, 6));
    await user.keyboard("{ArrowDown}");
  }
  expect(seen).toEqual(["Region", "Gate 1", "555555", "Region"]);
  await user.keyboard("{ArrowUp}{ArrowUp}");
  expect(chosen()).toContain(session.id);
  await user.click(screen.getByRole("option", { name: /Gate 1/ }));
  expect(address()).toBe(`/vendingMachine/${gate.id}`);
});

test("a late answer never replaces a newer one, and what is chosen stays chosen when an answer comes", async () => {
  const { user } = open();
  await user.type(field(), "gat");
  const first = await question("gat");
  await user.type(field(), "e");
  const second = await question("gate");

  await second.answer([gate]);
  expect(options()).toEqual(["Gate 1GTE-1Online"]);
  await first.answer([found({ kind: "product", id: "9".repeat(24), label: "Gatorade" })]);
  expect(options()).toEqual(["Gate 1GTE-1Online"]);

  await user.clear(field());
  await user.type(field(), "li");
  await user.keyboard("{ArrowDown}");
  const before = chosen();
  await (await question("li")).answer([found({ kind: "product", id: "8".repeat(24), label: "Lime" })]);
  expect(options().at(-1)).toBe("Lime");
  expect(chosen()).toBe(before);
});

test("continued typing sends one request, after a pause; meanwhile only what still fits is offered", async () => {
  const { user } = open();
  await user.type(field(), "gate 1");
  await (await question("gate 1")).answer([gate, found({ kind: "machine", id: "7".repeat(24), label: "Gate 10" })]);
  expect(requested.map(({ q }) => q)).toEqual(["gate 1"]);

  await user.type(field(), "0");
  expect(options()).toEqual(["Gate 10"]);
});

test("it says calmly that it searches, that nothing was found, that too little was typed, and that the search failed", async () => {
  const { user } = open();
  const said = () => screen.getByRole("status").textContent;

  await user.type(field(), "@");
  expect(said()).toBe("Type at least 2 characters to find records.");
  expect(requested).toEqual([]);
  await user.type(field(), "@x");
  expect(said()).toBe("Searching…");
  await (await question("@@x")).answer([]);
  expect(said()).toBe("Nothing begins with “@@x”.");
  await user.type(field(), "y");
  await (await question("@@xy")).fail();
  expect(said()).toBe("The database is away. Pages are still found.");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("what was opened lately stands first, with its kind, and says how it is now", async () => {
  always = [gate];
  const first = open();
  await first.user.type(field(), "gate");
  await first.user.click(await screen.findByRole("option", { name: /Gate 1/ }));
  first.unmount();

  const { user } = open();
  expect(optionsIn("Recent")).toEqual(["Gate 1GTE-1Vending machine"]);
  expect(optionsIn("Pages")[0]).toBe("HomeWatch");
  await user.type(field(), "gte");
  await waitFor(() => expect(options()).toEqual(["Gate 1GTE-1Vending machineOnline"]));
});

test("a page that was opened stands among the recent ones, once", async () => {
  const first = open();
  await first.user.type(field(), "redis{Enter}");
  first.unmount();
  open();

  expect(optionsIn("Recent")).toEqual(["RedisMachines"]);
  expect(options().filter((text) => text?.startsWith("Redis"))).toHaveLength(1);
});

test("of the recent ones the latest few are kept, for each operator separately", async () => {
  const old = Array.from({ length: mostRecent }, (_, n) => ({
    kind: "unit",
    id: `CU-${n}`,
    label: `CU-${n}`,
    detail: "",
  }));
  localStorage.setItem(kept, JSON.stringify(old));
  localStorage.setItem(`recent:${"b".repeat(24)}`, JSON.stringify([{ ...old[0], id: "OTHER", label: "OTHER" }]));
  const { user } = open();
  expect(optionsIn("Recent")).toHaveLength(mostRecent);

  await user.type(field(), "redis{Enter}");

  const now = JSON.parse(localStorage.getItem(kept) ?? "") as { id: string }[];
  expect(now.map(({ id }) => id)).toEqual(["redis", ...old.slice(0, -1).map(({ id }) => id)]);
});

test("a person who was opened is kept nowhere in the browser, and one who was kept is forgotten", async () => {
  const asha = { kind: "user" as const, id: "8".repeat(24), label: "Asha Rao", detail: "8881234567" };
  localStorage.setItem(kept, JSON.stringify([asha]));
  always = [found(asha)];
  const first = open();
  expect(screen.queryByRole("group", { name: "Recent" })).toBeNull();
  await first.user.type(field(), "asha");
  await first.user.click(await screen.findByRole("option", { name: /Asha Rao/ }));
  first.unmount();
  const { user } = open();
  await user.type(field(), "redis{Enter}");

  expect(Object.values({ ...localStorage }).join()).not.toMatch(/Asha|8881234567/);
});

test.each([
  "rubbish",
  "{}",
  "null",
  "7",
  '[null, 7, "x", {}, {"kind":"weapon","id":"1","label":"x","detail":""}]',
  '[{"kind":"page","id":"gone","label":"Gone","detail":""}, {"kind":"unit","id":1,"label":[],"detail":{}}]',
])("what is no list of recent ones is forgiven: %s", (text) => {
  localStorage.setItem(kept, text);
  open();

  expect(screen.queryByRole("group", { name: "Recent" })).toBeNull();
  expect(optionsIn("Pages").length).toBeGreaterThan(15);
});
