import type { SessionDocument } from "#shared/control-units/command.document.server.ts";
import type { Logger } from "#shared/runtime/logger.ts";

/** One line when a session starts and one when it has ended, found by the id of its request. */
export const createSessionLog = (log: Logger) => {
  const named = ({ _id, trace, vendingMachineId, type }: SessionDocument) => ({
    trace,
    session: _id.toHexString(),
    vendingMachineId,
    type,
  });
  return {
    started: (session: SessionDocument): void =>
      log.info({ ...named(session), containers: session.channels.length }, "session started"),
    ended: (session: SessionDocument): void => {
      const ms = session.finishedAt && session.finishedAt.getTime() - session.createdAt.getTime();
      log.info({ ...named(session), status: session.status, reason: session.reason, ms }, "session ended");
    },
  };
};
export type SessionLog = ReturnType<typeof createSessionLog>;
