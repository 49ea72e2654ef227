import { createSharedRun } from "#shared/concurrency/single-flight.ts";
import { listAtRisk, listBrandsAtRisk } from "#shared/live-status/at-risk.api.ts";
import { readLiveStatus } from "#shared/live-status/live-status.api.ts";
import { listLiveStatus } from "#shared/live-status/live-status-pages.api.ts";
import { route } from "../../http/route.ts";
import { shareAnswers, shareUpTo } from "../../http/shared-answer.ts";
import type { Feature, FeatureParts } from "../../records/feature.ts";
import { isLarge } from "../../records/many-machines.ts";
import { createAtRisk } from "./at-risk.ts";
import { createBrandsAtRisk } from "./brands-at-risk.ts";
import { createLiveStatusService } from "./live-status.service.ts";
import { createLiveStatusPages } from "./live-status-pages.ts";

/**
 * Up to 500 reads of orders, each minute for each open page that shows them: those who ask at one moment share them, of a
 * large network also those who come within a few seconds.
 */
const keptWhereLarge = <T>({ mongo, limits }: Pick<FeatureParts, "mongo" | "limits">, read: () => Promise<T>) => {
  const run = createSharedRun(read);
  let kept: { answer: T; until: number } | null = null;
  return async (): Promise<T> => {
    if (kept && performance.now() < kept.until) return kept.answer;
    const answer = await run();
    kept = (await isLarge(mongo)) ? { answer, until: performance.now() + limits.atRisk.keptMs } : null;
    return answer;
  };
};

/** Which machines are online, offline or unavailable, and what the offline ones and sold-out brands do not sell. */
export const liveStatusRoutes: Feature = (app, parts) => {
  const { mongo } = parts;
  const liveStatus = createLiveStatusService(parts);
  const readAtRisk = keptWhereLarge(parts, createAtRisk(parts));
  const readBrands = keptWhereLarge(parts, createBrandsAtRisk(parts));
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
