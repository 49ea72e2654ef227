import { record } from "../events/record.ts";
import { RegisteredUnit } from "./registration.schema.ts";

/** A registered control unit. Machines and their live status show it beside them. */
export const unitRecord = record({
  name: "unit",
  collection: "units",
  view: RegisteredUnit,
  key: "vendingMachine",
  listKey: "vendingMachines",
  lists: ["registered-units", "live-status", "machines"],
  keepsBefore: true,
  rooms: ({ serialNumber, vendingMachine }) => [
    `unit/${serialNumber}`,
    ...(vendingMachine ? [`machine/${vendingMachine}` as const] : []),
  ],
  words: {
    one: "registered vending machine",
    many: "registered vending machines",
    removed: "This vending machine was removed",
  },
});
