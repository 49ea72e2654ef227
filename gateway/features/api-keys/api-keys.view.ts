import type { ApiKey } from "#shared/api-keys/api-key.schema.ts";
import type { ApiKeyDocument } from "#shared/runtime/documents/api-keys.ts";

export const apiKeyView = ({ _id, name, createdAt, lastUsedAt, endedAt, rev }: ApiKeyDocument): ApiKey => ({
  _id: _id.toHexString(),
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
  rev,
});
