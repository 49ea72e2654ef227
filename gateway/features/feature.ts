import type { FastifyInstance } from "fastify";
import type { PresenceReader } from "#shared/runtime/presence.ts";
import type { GatewayParts } from "../parts.ts";

/** What a feature is handed. */
export interface FeatureParts extends GatewayParts {
  presence: PresenceReader;
}

/** Binds a feature's endpoints; `app` already stands under /api/v1.2 and asks for a sign-in. */
export type Feature = (app: FastifyInstance, parts: FeatureParts) => void;
