import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { serializerCompiler } from "fastify-type-provider-zod";
import type * as z from "zod";
import type { MachineLines } from "#shared/events/unit-connections.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { createApiKeyReader } from "./features/api-keys/api-key-reader.ts";
import { createLogins } from "./features/auth/logins.ts";
import { installTokens } from "./features/auth/tokens.ts";
import { createProductImages } from "./features/products/product-image.ts";
import { features } from "./features.ts";
import { installApiKeys } from "./http/api-key.ts";
import { compressAnswers } from "./http/compression.ts";
import {
  endConnectionsAtStop,
  guardConnections,
  noticeProxies,
  refuseTwoHosts,
  serverTimes,
  trustIn,
} from "./http/connections.ts";
import { answerErrors, complaints, refuseUnreadable, refuseUnroutable } from "./http/errors.ts";
import { serveFiles } from "./http/files.ts";
import { serveHealth } from "./http/health.ts";
import { installLogins } from "./http/login.ts";
import { serveOpenApi } from "./http/openapi.ts";
import { serveProductImages } from "./http/product-images.ts";
import { countKeyCalls, countWrongKeys } from "./http/rate-limit.ts";
import { installSecurity } from "./http/security.ts";
import { admitStrangersInTurns } from "./http/stranger-turns.ts";
import { countStrangers } from "./http/strangers.ts";
import { readJsonBodies } from "./http/whole-body.ts";
import { createServedPages } from "./paged/served-pages.ts";
import type { OpenChangeFeed } from "./push/change-stream.ts";
import type { FeatureParts } from "./records/feature.ts";
import { createOnce } from "./records/once.ts";

const basePath = "/api/v1.2";
/** The longest that a console or an app sends, a list of containers, takes a quarter. Reading more keeps units waiting. */
const bodyLimitBytes = 131_072;

/** What an app needs beside the parts of its features. `lines` is null where this gateway has no broker. */
interface AppParts extends Omit<FeatureParts, "once" | "pages"> {
  lines: MachineLines | null;
  /** The change stream, as far as the readiness check reads it. */
  feed: Pick<OpenChangeFeed, "isHeard">;
}

/** Fastify with everything registered, not yet listening. With the role `machines` it serves health and metrics only. */
export const createGateway = async (parts: AppParts) => {
  const { config, limits, log } = parts;
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    ...serverTimes(limits.connections),
    routerOptions: { ignoreTrailingSlash: true },
    trustProxy: trustIn(config.TRUST_PROXY),
    allowErrorHandlerOverride: false,
    genReqId: () => crypto.randomUUID(),
    requestIdHeader: false,
    frameworkErrors: refuseUnroutable,
    clientErrorHandler: refuseUnreadable,
  });
  app.setValidatorCompiler(({ schema }) => (data) => {
    const parsed = (schema as z.ZodType).safeParse(data);
    if (parsed.success) return { value: parsed.data };
    return { error: new DomainError("invalid", complaints(parsed.error.issues)) };
  });
  app.setSerializerCompiler(serializerCompiler);
  readJsonBodies(app);
  answerErrors(app, parts.strangers);
  guardConnections(app.server, config, limits.connections, parts.strangers);
  endConnectionsAtStop(app);
  admitStrangersInTurns(app);
  refuseTwoHosts(app);
  countStrangers(app, parts.strangers);
  noticeProxies(app, config, log);
  serveHealth(app, parts, parts.lines);
  if (config.GATEWAY_ROLE === "machines") {
    app.server.on("upgrade", (_request, socket) => socket.destroy());
    return app;
  }

  await installSecurity(app, parts);
  await compressAnswers(app);
  const tokens = await installTokens(app, parts);
  installLogins(app, createLogins({ ...parts, tokens }), limits);
  const counters = { calls: await countKeyCalls(app, parts), wrong: await countWrongKeys(app, parts) };
  installApiKeys(app, createApiKeyReader(parts), counters, limits);
  await serveOpenApi(app, config);
  await app.register(
    async (api) => {
      const own: FeatureParts = { ...parts, once: createOnce(parts), pages: createServedPages(parts) };
      for (const feature of features) feature(api, own);
    },
    { prefix: basePath },
  );
  serveProductImages(app, createProductImages(parts.mongo), limits);
  await serveFiles(app, parts);
  return app;
};
