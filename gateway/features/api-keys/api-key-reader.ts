import type { ApiKeyDocument } from "#shared/api-keys/api-key.document.server.ts";
import { scopesOfBefore } from "#shared/api-keys/api-key.schema.ts";
import { hashOfApiKey } from "#shared/api-keys/api-keys.server.ts";
import { createBatch } from "#shared/concurrency/batch.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { within } from "#shared/http/within.ts";
import type { ApiKeys } from "../../http/api-key.ts";
import type { GatewayParts } from "../../parts.ts";
import { createApiKeysRepository } from "./api-keys.repository.ts";

type Parts = Pick<GatewayParts, "mongo" | "clock" | "limits" | "log">;

const unknown = () => new DomainError("api-key-unknown", "X-Api-Key: this key is not known");

/** Reads which key a call of the intake shows. */
export const createApiKeyReader = ({ mongo, clock, limits, log }: Parts): ApiKeys => {
  const stored = createApiKeysRepository(mongo);
  const byHash = createBatch<string, ApiKeyDocument | null>({
    work: async (hashes) => (await stored.byHashes(hashes)).map((done) => ({ done })),
    ...limits.credentialBatches,
  });
  return {
    read: async (key) => {
      const hash = hashOfApiKey(key);
      if (!hash) throw unknown();
      const found = await within(limits.httpMs, "The API key", byHash(hash)).catch((error: Error) => {
        log.warn({ why: error.message }, "an API key could not be read");
        throw new DomainError("unavailable", "Your API key cannot be checked right now; try again shortly");
      });
      if (!found) throw unknown();
      if (found.endedAt) throw new DomainError("api-key-ended", "X-Api-Key: this key has ended");
      if (found.expiresAt && found.expiresAt.getTime() <= clock.now())
        throw new DomainError("api-key-expired", "X-Api-Key: this key has expired; an admin creates another");
      return {
        keyId: found._id,
        app: found.app ?? found._id,
        lastUsedAt: found.lastUsedAt?.getTime() ?? 0,
        scopes: found.scopes ?? scopesOfBefore,
      };
    },

    use: async ({ keyId, lastUsedAt }) => {
      const now = clock.now();
      if (now - lastUsedAt < limits.storeLastUseEveryMs) return;
      const since = new Date(now - limits.storeLastUseEveryMs);
      await within(limits.httpMs, "The API key", stored.use(keyId, since, new Date(now))).catch((error: Error) => {
        // The next call logs it again.
        log.warn({ why: error.message }, "the use of an API key could not be stored");
      });
    },
  };
};
