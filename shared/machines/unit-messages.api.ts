import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { Id } from "../http/fields.ts";
import { UnitMessage } from "./unit-messages.schema.ts";

const { get } = callsOf("machines");

/** Newest first. Heartbeats are listed once a minute. */
export const readUnitMessages = get("/vending-machines/:id/messages", {
  operationId: "readUnitMessages",
  summary: "The MQTT messages of a machine's control unit in the last six hours",
  params: z.object({ id: Id }),
  reply: z.object({ serialNumber: z.string().nullable(), messages: z.array(UnitMessage) }),
  failure: "Error: Failed to get vending machine details",
});
