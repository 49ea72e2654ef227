import * as z from "zod";
import { dateRange, MachineFilter, pagedList } from "../http/paged-list.ts";
import { ageBandNames } from "./inventory.rules.ts";

/** Names of machines and products are looked up where they are kept; `daysOld` is the age, `stockedOn` its other end. */
export const canList = pagedList({
  filters: { vendingMachine: MachineFilter, age: z.enum(ageBandNames), ...dateRange },
  sorts: ["stockedOn", "daysOld"],
  byDefault: "-stockedOn",
  newestFirst: "days",
  columns: { name: "begins", vendingMachineId: "begins", containerId: "equals", product: "begins" },
});
