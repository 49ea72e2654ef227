import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { Id, Moment, text } from "../http/fields.ts";
import { Region } from "../regions/region.schema.ts";
import { Machine } from "./machine.schema.ts";

/** `until: null` ends it at once. */
const WorkRequest = z
  .strictObject({ until: Moment.nullable(), reason: text(200).default("") })
  .refine(({ until, reason }) => until === null || reason !== "", { path: ["reason"], error: "is required" });
export type WorkRequest = z.output<typeof WorkRequest>;

const machines = callsOf("machines");
const regions = callsOf("regions");
const params = z.object({ id: Id });

export const changeMachineWork = machines.put("/vending-machines/:id/work", {
  operationId: "changeMachineWork",
  summary: "Set until when somebody works at a machine; meanwhile it sells nothing and its alarms are not announced",
  params,
  body: WorkRequest,
  reply: z.object({ vendingMachine: Machine }),
  failure: "Error: Failed to update vending machine",
});

export const changeRegionWork = regions.put("/regions/:id/work", {
  operationId: "changeRegionWork",
  summary: "Set the same for all machines that a region has now",
  params,
  body: WorkRequest,
  reply: z.object({ region: Region, machines: z.number().int() }),
  failure: "Error: Failed to update region",
});
