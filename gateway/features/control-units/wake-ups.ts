import type { JobName, JobPayload } from "#shared/jobs/catalogue.ts";
import type { GatewayParts } from "../../parts.ts";

/** Wakes the workers after a commit, in the background: their sweep finds what a lost job leaves. */
export const createWakeUps = ({ queues, log }: Pick<GatewayParts, "queues" | "log">) => {
  const add = <N extends JobName>(name: N, payload: JobPayload<N>): void => {
    queues
      .add(name, payload)
      .catch((error: unknown) => log.warn({ err: error, job: name }, "a wake-up was not queued"));
  };
  return {
    advance: (vendingMachineId: string, trace: string): void => add("machine.advance", { vendingMachineId, trace }),
    settle: (sessionId: string, trace: string): void => add("session.settle", { sessionId, trace }),
  };
};
export type WakeUps = ReturnType<typeof createWakeUps>;
