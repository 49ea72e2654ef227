import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { Id, Moment } from "../http/fields.ts";
import { TimelineEntry, TimelineKind } from "./machine-timeline.schema.ts";

const { get } = callsOf("machines");

/** The kinds that a query names, separated by commas. */
const Kinds = z
  .string()
  .trim()
  .max(200)
  .transform((text) => (text === "" ? [] : text.split(",")))
  .pipe(z.array(TimelineKind).max(50));

/**
 * Newest first, about 100 at a time: what is of one moment is never split over two pages. `before` goes on with the
 * `next` of the last answer, which is null at the end. `since` is the oldest moment that is listed.
 */
export const readMachineTimeline = get("/vending-machines/:id/timeline", {
  operationId: "readMachineTimeline",
  summary: "What happened at a machine: connections, doors, commands, sales, stock, changes, alarms, temperature",
  params: z.object({ id: Id }),
  query: z.object({ before: Moment.optional(), since: Moment.optional(), kinds: Kinds.optional() }),
  reply: z.object({ entries: z.array(TimelineEntry), next: Moment.nullable() }),
  failure: "Error: Failed to get vending machine details",
});
