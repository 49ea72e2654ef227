import { expect, test } from "vitest";
import { summaryOf } from "#shared/inventory/inventory.rules.ts";
import type { StockSummary } from "#shared/inventory/inventory.schema.ts";
import { aShownMachine } from "#shared/testing/shown-records.ts";
import { countOptions } from "../../recipes/use-found.ts";
import { byName, findByWords } from "../../ui/find-by-words.ts";
import { rankByAlarms } from "./alarm-rank.ts";
import { homeStates, isIn, moreOf, nameOf, rankOf, textOf } from "./find-cards.ts";
import type { MachineCard } from "./home-cards.ts";
import { rankByRisk } from "./risk-rank.ts";

const card = (
  name: string,
  status: MachineCard["status"],
  facts: Partial<MachineCard["record"]> = {},
  stock: StockSummary | null = null,
): MachineCard => ({
  status,
  stock,
  record: aShownMachine({
    _id: name,
    name,
    vendingMachineId: `VM-${name}`,
    location: "Foyer",
    region: "South",
    live: status === "Online",
    ...facts,
  }),
});
const cards = [
  card("Metro 10", "Online"),
  card("Metro 2", "Offline", { location: "Platform 1, Aluva" }),
  card("Airport", "Unavailable", { active: false, profileName: "Premium" }),
];
const names = (list: readonly MachineCard[]) => list.map(({ record }) => record.name);

test("cards stand in the order of their names, numbers as numbers", () => {
  expect(names(byName(cards, nameOf))).toEqual(["Airport", "Metro 2", "Metro 10"]);
});

test.each([
  { typed: "metro", finds: ["Metro 10", "Metro 2"] },
  { typed: "aluva metro", finds: ["Metro 2"] },
  { typed: "vm-airport", finds: ["Airport"] },
  { typed: "premium", finds: ["Airport"] },
  { typed: "  ", finds: ["Metro 10", "Metro 2", "Airport"] },
  { typed: "nowhere", finds: [] },
])("typing “$typed” finds $finds", ({ typed, finds }) => {
  expect(names(findByWords(cards, typed, textOf))).toEqual(finds);
});

test("each figure counts machines and shows them; behind it stand the brands and containers that it is about", () => {
  const soldOut = { stocked: 2, containers: 20, failures: 0, soldOut: ["Cola", "Lime"] };
  const failing = { stocked: 18, containers: 20, failures: 3, soldOut: ["Lime"] };
  const network = [...cards, card("Hall", "Online", {}, soldOut), card("Gate", "Offline", {}, failing)];

  expect(countOptions(network, { options: homeStates, isIn })).toEqual({
    All: 5,
    Online: 2,
    Offline: 2,
    Unavailable: 1,
    Deactive: 1,
    "Sold out": 2,
    Failures: 1,
  });
  expect(homeStates.map((state) => moreOf(network, state)).filter(Boolean)).toEqual(["2 brands", "3 containers"]);
  expect(homeStates.map((state) => moreOf(cards, state)).filter(Boolean)).toEqual([]);
  expect(names(network.filter((one) => isIn(one, "Deactive")))).toEqual(["Airport"]);
  expect(names(network.filter((one) => isIn(one, "Offline")))).toEqual(["Metro 2", "Gate"]);
  expect(names(network.filter((one) => isIn(one, "Sold out")))).toEqual(["Hall", "Gate"]);
  expect(names(network.filter((one) => isIn(one, "Failures")))).toEqual(["Gate"]);
});

const holding = (stocked: number) => ({ stocked, containers: 100, failures: 0, soldOut: [] });
const heard = (hour: number) => ({ lastSeenOnline: `2026-11-22T0${hour}:00:00.000Z` });

test("offline machines come first, the newest outage before the others, then unavailable ones, then the emptiest", () => {
  const network = [
    card("A full", "Online", {}, holding(100)),
    card("B low", "Online", {}, holding(12)),
    // Within the same tenth the name decides, so that a single can moves no card.
    card("A low", "Online", {}, holding(19)),
    card("No containers", "Online", {}, { stocked: 0, containers: 0, failures: 0, soldOut: [] }),
    card("Never heard", "Unavailable", {}, holding(50)),
    card("A offline", "Offline", heard(7), holding(100)),
    card("Z offline", "Offline", heard(8), holding(100)),
    card("A never heard", "Offline", {}, holding(100)),
  ];

  const ordered = byName(network, nameOf).sort((one, other) => rankOf(one) - rankOf(other));

  expect(names(ordered)).toEqual([
    "Z offline",
    "A offline",
    "A never heard",
    "Never heard",
    "A low",
    "B low",
    "A full",
    "No containers",
  ]);
});

test("machines of critical alarms follow those that are offline, those of warnings stand before the others", () => {
  const all = [
    card("Empty", "Online", {}, holding(0)),
    card("Warned", "Online", {}, holding(100)),
    card("Never heard", "Unavailable", {}, holding(50)),
    card("Forced", "Online", {}, holding(100)),
    card("Lost", "Offline", heard(7), holding(100)),
  ];
  const of = (severity: "critical" | "warning" | "info", at: number) => {
    const machine = all[at]?.record._id ?? null;
    return { severity, machine, members: [] };
  };
  const rank = rankByAlarms([of("critical", 3), of("critical", 4), of("warning", 1), of("warning", 3), of("info", 0)]);

  const ordered = all.toSorted((one, other) => rank(one) - rank(other));

  expect(names(ordered)).toEqual(["Lost", "Forced", "Never heard", "Warned", "Empty"]);
});

test("stock is what stands in containers; a brand without containers is not sold out", () => {
  const brand = (assignedContainers: number, inStock: number, disabled = 0) => ({
    assignedContainers,
    inStock,
    disabled,
    empty: assignedContainers - inStock - disabled,
  });
  const row = {
    _id: "m",
    vendingMachineId: "VM",
    vendingMachineName: "Metro",
    totalContainers: 22,
    totalAssignedContainers: 20,
    brands: { Cola: brand(16, 15, 1), Lime: brand(4, 0), Tea: brand(0, 0) },
  };

  expect(summaryOf(row)).toEqual({ stocked: 15, containers: 22, failures: 1, soldOut: ["Lime"] });
});

test("by risk an offline machine counts with all it sells, another with what is sold out; the rest keep their order", () => {
  const stock: StockSummary = { stocked: 3, containers: 9, failures: 0, soldOut: ["Cola", "Mango"] };
  const since = "2026-11-22T08:00:00.000Z";
  const brand = (name: string, amount: number) => [name, { machine: "m", brand: name, since, amount }] as const;
  const risks = {
    machines: new Map([
      ["Metro 2", { _id: "Metro 2", since, amount: 240 }],
      ["Back", { _id: "Back", since, amount: 900 }],
    ]),
    brands: new Map([
      ["Foyer", new Map([brand("Cola", 200), brand("Mango", 50), brand("Filled again", 700)])],
      ["Metro 2", new Map([brand("Cola", 5_000)])],
      ["No unit", new Map([brand("Cola", 5_000)])],
    ]),
  };
  const all = [
    card("Quiet", "Online"),
    card("Back", "Online"),
    card("Metro 2", "Offline", { lastSeenOnline: since }, stock),
    card("Foyer", "Online", {}, stock),
    card("Lost", "Offline", { lastSeenOnline: since }),
    card("No unit", "Unavailable", {}, stock),
  ];
  const rank = rankByRisk(risks, rankOf);
  expect(names(all.toSorted((one, other) => rank(one) - rank(other)))).toEqual([
    "Foyer",
    "Metro 2",
    "Lost",
    "No unit",
    "Quiet",
    "Back",
  ]);
});
