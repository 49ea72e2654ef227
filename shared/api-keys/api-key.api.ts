import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { ApiKey, NewApiKey } from "./api-key.schema.ts";

export const listApiKeys = endpoint({
  method: "GET",
  path: "/api-keys",
  tag: "api-keys",
  summary: "All keys of the intake, ended ones too; admins only",
  access: "operator",
  reply: z.object({ apiKeys: z.array(ApiKey), asOf: ClusterTime }),
  failure: "Failed to fetch API keys",
});

export const addApiKey = endpoint({
  method: "POST",
  path: "/api-keys",
  tag: "api-keys",
  summary: "Make a key of the intake; the answer alone shows it",
  access: "operator",
  body: NewApiKey,
  reply: z.object({ apiKey: ApiKey, key: z.string() }),
  notice: "API key created",
  failure: "Error: Failed to create API key",
});

export const endApiKey = endpoint({
  method: "DELETE",
  path: "/api-keys/:id",
  tag: "api-keys",
  summary: "End a key of the intake at once and for good",
  access: "operator",
  params: z.object({ id: Id }),
  reply: z.object({ apiKey: ApiKey }),
  notice: "API key ended",
  failure: "Error: Failed to end API key",
});
