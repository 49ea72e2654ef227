import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime } from "../http/fields.ts";
import { Settings, SettingsChange } from "./settings.schema.ts";

const { get, put } = callsOf("settings");

export const readSettings = get("/settings", {
  operationId: "readSettings",
  summary: "Settings of the whole console",
  reply: z.object({ settings: Settings, asOf: ClusterTime }),
  failure: "Failed to get the settings",
});

export const changeSettings = put("/settings", {
  operationId: "changeSettings",
  summary: "Change the settings; admins only",
  freshProof: "always",
  adminOnly: "settings",
  body: SettingsChange,
  reply: z.object({ settings: Settings }),
  notice: "Success",
  failure: "Error: Failed to update the settings",
});
