import { record } from "../events/record.ts";
import { Webhook } from "./webhook.schema.ts";

/** Published to no room: only admins see endpoints, and rooms do not know who is one. */
export const webhookRecord = record({
  name: "webhook",
  collection: "webhooks",
  view: Webhook,
  key: "webhook",
  listKey: "webhooks",
  lists: [],
  keepsBefore: false,
  words: { one: "webhook", many: "webhooks", removed: "This webhook was removed" },
});
