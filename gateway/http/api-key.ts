import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ObjectId } from "mongodb";
import { apiKeyHeader, type IntakeScope } from "#shared/api-keys/api-key.schema.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { AnyEndpoint } from "#shared/http/endpoint.ts";
import type { Limits } from "../limits.ts";

/**
 * The key with which the customers' app calls: read from MongoDB with each request, so that an ended key fails at once.
 */
interface KeyHolder {
  keyId: ObjectId;
  /** The same for a key and those that replaced it. */
  app: ObjectId;
  /** As it was stored; milliseconds since 1970. */
  lastUsedAt: number;
  /** What it may do. */
  scopes: readonly IntakeScope[];
}

/** What a key must be allowed for this call: what the call declares, else the part of its path behind /intake/. */
export const scopeOf = ({ scope, path }: Pick<AnyEndpoint, "scope" | "path">): string =>
  scope ?? path.split("/")[2] ?? "";

/** Throws `forbidden` for a call that this key was not made for. */
const refuseBeyondScope = ({ scopes }: KeyHolder, { routeOptions }: FastifyRequest): void => {
  const { endpoint } = routeOptions.config;
  const needed = endpoint && scopeOf(endpoint);
  if (scopes.some((scope) => scope === needed)) return;
  throw new DomainError(
    "api-key-permission",
    needed?.startsWith("read:")
      ? `X-Api-Key: this key lacks the permission ${needed}`
      : `X-Api-Key: this key may not call /intake/${needed}`,
  );
};

export interface ApiKeys {
  /** Throws `unauthenticated`, or `unavailable` when the record cannot be read. */
  read(key: string): Promise<KeyHolder>;
  /** Stored at most once a minute; never throws. */
  use(holder: KeyHolder): Promise<void>;
}

/** Throws `too-many` where the key, or the address without one, has called more often than it may. */
export type CountCalls = (request: FastifyRequest) => Promise<void>;

declare module "fastify" {
  interface FastifyInstance {
    requireApiKey: (request: FastifyRequest) => Promise<void>;
    /** For a request whose body has arrived: the key may have ended since its head was read. */
    requireStillApiKey: (request: FastifyRequest) => Promise<void>;
  }
  interface FastifyRequest {
    keyHolder: KeyHolder | null;
  }
}

/** Gives every route its `requireApiKey`, and every request its `keyHolder`. */
export const installApiKeys = (
  app: FastifyInstance,
  keys: ApiKeys,
  count: { calls: CountCalls; wrong: CountCalls },
  { signInReadAgainMs }: Pick<Limits, "signInReadAgainMs">,
): void => {
  const holderOf = async (request: FastifyRequest): Promise<KeyHolder> => {
    const key = request.headers[apiKeyHeader];
    if (typeof key !== "string" || key === "") throw new DomainError("api-key-missing", "X-Api-Key: is required");
    return keys.read(key);
  };
  app.decorateRequest("keyHolder", null);
  app.decorate("requireApiKey", async (request: FastifyRequest) => {
    request.keyHolder = await holderOf(request).catch(async (error: unknown) => {
      if (error instanceof DomainError && error.kind === "unauthenticated") await count.wrong(request);
      throw error;
    });
    request.credentialsReadAt = performance.now();
    await count.calls(request);
    refuseBeyondScope(request.keyHolder, request);
    await keys.use(request.keyHolder);
  });
  app.decorate("requireStillApiKey", async (request: FastifyRequest) => {
    if (performance.now() - request.credentialsReadAt < signInReadAgainMs) return;
    request.keyHolder = await holderOf(request);
  });
};
