import { expect, test } from "vitest";
import { countOptions } from "../../recipes/use-found.ts";
import { byName, findByWords } from "../../ui/find-by-words.ts";
import { homeStates, isIn, type MachineCard, nameOf, textOf } from "./find-cards.ts";

const card = (
  name: string,
  status: MachineCard["status"],
  facts: Partial<MachineCard["record"]> = {},
): MachineCard => ({
  status,
  record: {
    _id: name,
    name,
    vendingMachineId: `VM-${name}`,
    location: "Foyer",
    active: true,
    qrCode: "x.png",
    profile: "p",
    profileName: "Standard",
    region: "South",
    rev: 0,
    live: status === "Online",
    unit: null,
    lastSeenOnline: null,
    strength: null,
    clockOffsetSeconds: null,
    rattling: null,
    ...facts,
  },
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

test("the switch counts the live states, and the deactive ones beside them", () => {
  expect(countOptions(cards, { options: homeStates, isIn })).toEqual({
    All: 3,
    Online: 1,
    Offline: 1,
    Unavailable: 1,
    Deactive: 1,
  });
  expect(names(cards.filter((one) => isIn(one, "Deactive")))).toEqual(["Airport"]);
  expect(names(cards.filter((one) => isIn(one, "Offline")))).toEqual(["Metro 2"]);
});
