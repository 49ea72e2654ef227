import type { JobName, JobPayload } from "#shared/jobs/catalogue.ts";
import type { WorkerParts } from "./parts.ts";
import { forgetSecrets } from "./registration/forget-secrets.ts";

export type Handlers = { [N in JobName]: (payload: JobPayload<N>) => Promise<void> };

/** One handler for each job of the catalogue; a missing one does not compile. Each is safe to run twice. */
export const createHandlers = (parts: WorkerParts): Handlers => ({
  "secrets.forget": () => forgetSecrets(parts),
  "machine.advance": ({ vendingMachineId }) => {
    parts.log.debug({ vendingMachineId }, "machine.advance is not handled yet");
    return Promise.resolve();
  },
  "session.settle": ({ sessionId }) => {
    parts.log.debug({ sessionId }, "session.settle is not handled yet");
    return Promise.resolve();
  },
});
