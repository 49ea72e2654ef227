import { record } from "../events/record.ts";
import { ApiKey } from "./api-key.schema.ts";

/** Published to no room: only admins see keys, and rooms do not know who is one. */
export const apiKeyRecord = record({
  name: "apiKey",
  collection: "apiKeys",
  view: ApiKey,
  key: "apiKey",
  listKey: "apiKeys",
  lists: [],
  keepsBefore: false,
  words: { one: "API key", many: "API keys", removed: "This API key was removed" },
});
