import type { ApiKeyDocument } from "#shared/api-keys/api-key.document.server.ts";
import { type ApiKey, IntakeScope } from "#shared/api-keys/api-key.schema.ts";

export const apiKeyView = (key: ApiKeyDocument): ApiKey => ({
  _id: key._id.toHexString(),
  name: key.name,
  createdAt: key.createdAt.toISOString(),
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  endedAt: key.endedAt?.toISOString() ?? null,
  expiresAt: key.expiresAt?.toISOString() ?? null,
  scopes: key.scopes ?? [...IntakeScope.options],
  rev: key.rev,
});
