import { record } from "../events/record.ts";
import { MachineRecord } from "./machine.schema.ts";

export const machineRecord = record({
  name: "machine",
  collection: "machines",
  view: MachineRecord,
  key: "vendingMachine",
  listKey: "vendingMachines",
  lists: ["machines", "live-status"],
  room: "machine",
  keepsBefore: false,
  words: { one: "vending machine", many: "vending machines", removed: "This vending machine was removed" },
});
