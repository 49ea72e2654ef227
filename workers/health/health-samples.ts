import { ObjectId } from "mongodb";
import { createOneRun } from "#shared/concurrency/single-flight.ts";
import { sampleMs } from "#shared/health/health-lines.ts";
import { measureInstallation } from "#shared/health/measure-installation.server.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import { isTaken } from "#shared/runtime/mongo.ts";

type Parts = Parameters<typeof measureInstallation>[0] & { log: Pick<Logger, "debug"> };

const lookEveryMs = 10_000;

/**
 * Stores the figures of the page Health once each 5 minutes: whichever worker is first. Needs no queue, so that it goes
 * on while Redis is away. Returns how to end it.
 */
export const startHealthSamples = ({ log, ...parts }: Parts): (() => Promise<void>) => {
  const { healthSamples } = parts.mongo.collections;
  let stored = 0;
  const sample = async (): Promise<void> => {
    const now = await parts.mongo.serverTime();
    const at = now - (now % sampleMs);
    if (at === stored) return;
    if ((await healthSamples.findOne({ at: new Date(at) })) === null) {
      const { figures } = await measureInstallation(parts);
      await healthSamples.insertOne({ _id: new ObjectId(), at: new Date(at), figures }).catch((error: unknown) => {
        if (!isTaken(error)) throw error;
      });
    }
    stored = at;
  };
  const { run, idle } = createOneRun(() =>
    sample().catch((error: unknown) =>
      log.debug({ err: error }, "the figures of the installation could not be stored"),
    ),
  );
  void run();
  const timer = setInterval(run, lookEveryMs);
  return async () => {
    clearInterval(timer);
    await idle();
  };
};
