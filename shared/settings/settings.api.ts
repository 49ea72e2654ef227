import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { ClusterTime } from "../http/fields.ts";
import { Settings, SettingsChange } from "./settings.schema.ts";

export const readSettings = endpoint({
  method: "GET",
  path: "/settings",
  tag: "settings",
  summary: "What holds for the whole console",
  access: "operator",
  reply: z.object({ settings: Settings, asOf: ClusterTime }),
  failure: "Failed to get the settings",
});

export const changeSettings = endpoint({
  method: "PUT",
  path: "/settings",
  tag: "settings",
  summary: "Change what holds for the whole console; admins only",
  access: "operator",
  body: SettingsChange,
  reply: z.object({ settings: Settings }),
  notice: "Success",
  failure: "Error: Failed to update the settings",
});
