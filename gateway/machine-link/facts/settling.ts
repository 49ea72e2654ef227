import type { ObjectId } from "mongodb";
import { createWriteBuffer } from "#shared/concurrency/write-buffer.ts";
import type { GatewayParts } from "../../parts.ts";

/**
 * Wakes a worker up to judge a session anew. A wake-up may be lost: the workers' sweep finds the same. While Redis is
 * away or frozen, a session that is woken up again and again waits as one.
 */
export const createSettling = ({ queues, log }: Pick<GatewayParts, "queues" | "log">) => {
  const gatherer = createWriteBuffer<true>({
    windowMs: 1,
    write: async (sessions) => {
      const added = await Promise.allSettled(
        [...sessions.keys()].map((sessionId) => queues.add("session.settle", { sessionId })),
      );
      const failed = added.find(({ status }) => status === "rejected");
      if (failed?.status === "rejected") throw failed.reason;
    },
    onFailure: (error) => log.warn({ err: error }, "workers were not woken up"),
  });
  return {
    wake: (session: ObjectId): void => gatherer.put(session.toHexString(), () => true),
    flush: gatherer.flush,
  };
};
export type Settling = ReturnType<typeof createSettling>;
