import * as z from "zod";
import { dateRange, MachineFilter, pagedList } from "../http/paged-list.ts";
import type { ListColumn } from "../sheets/list-column.ts";
import { ageBandNames, daysOld } from "./can-age.rules.ts";
import type { CanInStock } from "./inventory.schema.ts";

/** Names of machines and products are looked up where they are kept; `daysOld` is the age, `stockedOn` its other end. */
export const canList = pagedList({
  filters: { vendingMachine: MachineFilter, age: z.enum(ageBandNames), ...dateRange },
  sorts: ["stockedOn", "daysOld"],
  byDefault: "-stockedOn",
  newestFirst: "days",
  columns: { name: "begins", vendingMachineId: "begins", containerId: "equals", product: "begins" },
});

/** Days Old of a can, today. */
export const daysOf = ({ updatedAt }: CanInStock): number => daysOld(Date.parse(updatedAt), Date.now());

/** Named and ordered as on the screen (specification: Cans in stock). */
export const canListColumns = [
  { id: "name", head: "VM Name", width: 240, value: ({ vendingMachine }) => vendingMachine.name },
  { id: "vendingMachineId", head: "VM ID", width: 150, value: ({ vendingMachine }) => vendingMachine.vendingMachineId },
  { id: "containerId", head: "Container ID", width: 132, value: ({ containerId }) => containerId },
  { id: "product", head: "Product", width: 200, value: ({ product }) => product.brand },
  { id: "stockedOn", head: "Stocked On", kind: "time", width: 168, value: ({ updatedAt }) => updatedAt },
  { id: "daysOld", head: "Days Old", kind: "number", width: 108, value: daysOf },
] as const satisfies readonly ListColumn<CanInStock>[];
