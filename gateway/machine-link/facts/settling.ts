import type { ObjectId } from "mongodb";
import { createWriteBuffer } from "#shared/concurrency/write-buffer.ts";
import type { GatewayParts } from "../../parts.ts";

const repeatedMs = 1_000;

/**
 * Wakes a worker up to judge a session anew. A wake-up may be lost: the workers' sweep finds the same. While Redis is
 * away or frozen, a session that is woken up again and again waits as one.
 */
export const createSettling = ({ queues, log }: Pick<GatewayParts, "queues" | "log">) => {
  const createGatherer = (windowMs: number) =>
    createWriteBuffer<true>({
      windowMs,
      write: async (sessions) => {
        const added = await Promise.allSettled(
          [...sessions.keys()].map((sessionId) => queues.add("session.settle", { sessionId })),
        );
        const failed = added.find(({ status }) => status === "rejected");
        if (failed?.status === "rejected") throw failed.reason;
      },
      onFailure: (error) => log.warn({ err: error }, "workers were not woken up"),
    });
  const gatherer = createGatherer(1);
  const repeated = createGatherer(repeatedMs);
  return {
    /** `isRepeated`: for a fact that was known, whose wake-up may have been lost. A unit may repeat one without end. */
    wake: (session: ObjectId, isRepeated = false): void =>
      (isRepeated ? repeated : gatherer).put(session.toHexString(), () => true),
    flush: async (): Promise<void> => {
      await Promise.all([gatherer.flush(), repeated.flush()]);
    },
  };
};
export type Settling = ReturnType<typeof createSettling>;
