import type { ApiKeyDocument } from "#shared/api-keys/api-key.document.server.ts";
import { type ApiKey, scopesOfBefore } from "#shared/api-keys/api-key.schema.ts";

export const apiKeyView = (key: ApiKeyDocument): ApiKey => ({
  _id: key._id.toHexString(),
  name: key.name,
  app: (key.app ?? key._id).toHexString(),
  createdAt: key.createdAt.toISOString(),
  createdBy: key.createdBy.id?.toHexString() ?? null,
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  endedAt: key.endedAt?.toISOString() ?? null,
  expiresAt: key.expiresAt?.toISOString() ?? null,
  scopes: key.scopes ?? [...scopesOfBefore],
  rev: key.rev,
});
