import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { ApiKey, KeyMaker, NewApiKey } from "./api-key.schema.ts";

const { get, post, del } = callsOf("api-keys", "operator", "api-keys");

export const listApiKeys = get("/api-keys", {
  operationId: "listApiKeys",
  summary: "All API keys, ended ones too; admins only",
  reply: z.object({ apiKeys: z.array(ApiKey), makers: z.array(KeyMaker), asOf: ClusterTime }),
  failure: "Failed to fetch API keys",
});

export const addApiKey = post("/api-keys", {
  operationId: "addApiKey",
  summary: "Create an API key; only this answer shows it",
  freshProof: "always",
  body: NewApiKey,
  reply: z.object({ apiKey: ApiKey, key: z.string() }),
  notice: "API key created",
  failure: "Error: Failed to create API key",
});

export const endApiKey = del("/api-keys/:id", {
  operationId: "endApiKey",
  summary: "End an API key at once and for good",
  freshProof: "always",
  params: z.object({ id: Id }),
  reply: z.object({ apiKey: ApiKey }),
  notice: "API key ended",
  failure: "Error: Failed to end API key",
});
