import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id, Moment } from "../http/fields.ts";
import { UpTo } from "../http/long-lists.ts";
import { Machine, MachineChange, NewMachine } from "./machine.schema.ts";
import { HistoryEntry, HistoryKind, Measured, Uptime } from "./machine-history.schema.ts";

const { get, post, put } = callsOf("machines");

export const listMachines = get("/vending-machines", {
  operationId: "listMachines",
  summary: "All vending machines",
  query: UpTo,
  reply: z.object({
    vendingMachines: z.array(Machine),
    /** How many machines there are, where they are more than `upTo`: none is in the answer. */
    total: z.number().int().optional(),
    asOf: ClusterTime,
  }),
  failure: "Failed to get vending machines list",
});

export const readMachine = get("/vending-machines/:id", {
  operationId: "readMachine",
  summary: "One vending machine",
  params: z.object({ id: Id }),
  reply: z.object({ vendingMachine: Machine, asOf: ClusterTime }),
  failure: "Error: Failed to get vending machine details",
});

export const addMachine = post("/vending-machines", {
  operationId: "addMachine",
  summary: "Add a vending machine",
  body: NewMachine,
  reply: z.object({ data: Machine }),
  notice: "Vending Machine Registered",
  failure: "Error: Failed to register a vending machine",
});

export const changeMachine = put("/vending-machines/:id", {
  operationId: "changeMachine",
  summary: "Change a machine's details or its product profile",
  params: z.object({ id: Id }),
  body: MachineChange,
  reply: z.object({ vendingMachine: Machine }),
  notice: "Vending Machine Updated",
  failure: "Error: Failed to update vending machine",
});

/**
 * Newest first, 100 at a time; `before` goes on where the last answer ended. `keptDays` is how long it is kept. `measured`
 * is answered without `before` alone.
 */
export const readMachineHistory = get("/vending-machines/:id/history", {
  operationId: "readMachineHistory",
  summary: "Connections, gaps, commands and door events of a machine, and its uptime",
  params: z.object({ id: Id }),
  query: z.object({ before: Moment.optional(), kind: HistoryKind.optional() }),
  reply: z.object({
    entries: z.array(HistoryEntry),
    more: z.boolean(),
    uptime: Uptime,
    measured: Measured.nullable(),
    keptDays: z.number().int(),
  }),
  failure: "Error: Failed to get vending machine details",
});
