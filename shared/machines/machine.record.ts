import { record } from "../events/record.ts";
import { MachineRecord } from "./machine.schema.ts";

export const machineRecord = record({
  name: "machine",
  collection: "machines",
  view: MachineRecord,
  key: "vendingMachine",
  listKey: "vendingMachines",
  // "machine-names" is for what names machines and no more, an order for one: heartbeats do not come there.
  lists: ["machines", "live-status", "machine-names"],
  room: "machine",
  keepsBefore: false,
  words: { one: "vending machine", many: "vending machines", removed: "This vending machine was removed" },
});
