import type { FastifyInstance } from "fastify";
import { readLiveStatus } from "#shared/live-status/live-status.api.ts";
import { route } from "../../http/route.ts";
import type { LiveStatusService } from "./live-status.service.ts";

export const liveStatusRoutes = (app: FastifyInstance, liveStatus: LiveStatusService): void => {
  route(app, readLiveStatus, () => liveStatus.read());
};
