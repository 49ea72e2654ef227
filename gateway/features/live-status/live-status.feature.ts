import { createSharedRun } from "#shared/concurrency/single-flight.ts";
import { listAtRisk, listBrandsAtRisk } from "#shared/live-status/at-risk.api.ts";
import { readLiveStatus } from "#shared/live-status/live-status.api.ts";
import { listLiveStatus } from "#shared/live-status/live-status-pages.api.ts";
import { route } from "../../http/route.ts";
import { shareAnswers, shareUpTo } from "../../http/shared-answer.ts";
import type { Feature } from "../../records/feature.ts";
import { createAtRisk } from "./at-risk.ts";
import { createBrandsAtRisk } from "./brands-at-risk.ts";
import { createLiveStatusService } from "./live-status.service.ts";
import { createLiveStatusPages } from "./live-status-pages.ts";

/** Which machines are online, offline or unavailable, and what the offline ones and sold-out brands do not sell. */
export const liveStatusRoutes: Feature = (app, parts) => {
  const { mongo } = parts;
  const liveStatus = createLiveStatusService(parts);
  const readAtRisk = createSharedRun(createAtRisk(parts));
  const readBrands = createSharedRun(createBrandsAtRisk(parts));
  route(
    app,
    readLiveStatus,
    shareUpTo(shareAnswers(readLiveStatus, liveStatus.read), {
      mongo,
      collection: mongo.collections.machines,
      none: { liveStatus: [] },
    }),
  );
  const readPage = createLiveStatusPages(parts);
  route(app, listLiveStatus, ({ query }) => readPage(query));
  route(app, listAtRisk, () => readAtRisk());
  route(app, listBrandsAtRisk, () => readBrands());
};
