import type { FastifyInstance } from "fastify";
import type { PresenceReader } from "#shared/live-status/presence.server.ts";
import type { ServedPages } from "../paged/served-pages.ts";
import type { GatewayParts } from "../parts.ts";
import type { Known } from "./known.ts";
import type { Once } from "./once.ts";

/** What a feature is handed. */
export interface FeatureParts extends GatewayParts, Known {
  presence: PresenceReader;
  once: Once;
  pages: ServedPages;
}

/** Binds a feature's endpoints; `app` already stands under /api/v1.2 and requires a sign-in. */
export type Feature = (app: FastifyInstance, parts: FeatureParts) => void;
