import { readLiveStatus } from "#shared/live-status/live-status.api.ts";
import { route } from "../../http/route.ts";
import { shareAnswers } from "../../http/shared-answer.ts";
import type { Feature } from "../../records/feature.ts";
import { createLiveStatusService } from "./live-status.service.ts";

/** Which machines are online, offline or unavailable. */
export const liveStatusRoutes: Feature = (app, parts) => {
  const liveStatus = createLiveStatusService(parts);
  route(app, readLiveStatus, shareAnswers(readLiveStatus, liveStatus.read));
};
