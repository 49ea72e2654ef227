import { ObjectId } from "mongodb";
import { eachLimited } from "#shared/concurrency/limit.ts";
import { createRepeatedFlight } from "#shared/concurrency/single-flight.ts";
import type { Dispatch } from "./dispatch.ts";
import type { QueuedSession, SessionsRepository } from "./sessions.repository.ts";
import type { SessionStarter } from "./start-session.ts";

interface Parts {
  sessions: SessionsRepository;
  starter: SessionStarter;
  dispatch: Dispatch;
}
/** For one machine: it must not keep the others waiting. */
const width = 4;

/**
 * Starts everything of a machine that may start: all that only read, and the oldest that needs a turn when nobody has
 * it. What waited too long ends. Any number of workers may do so at once.
 */
export const createAdvance = ({ sessions, starter, dispatch }: Parts) => {
  const begin = async ({ _id }: QueuedSession, serialNumber: string | null): Promise<"started" | "taken" | "gone"> => {
    const command = await starter.start(_id, serialNumber);
    if (typeof command === "string") return command;
    await dispatch([command]);
    return "started";
  };

  const advance = createRepeatedFlight(async (id) => {
    const machine = new ObjectId(id);
    const [queued, isTaken, serialNumber] = await Promise.all([
      sessions.queued(machine),
      sessions.turnIsTaken(machine),
      sessions.authorisedUnit(machine),
    ]);
    const inTime = queued.filter(({ late }) => !late);
    const giveTurn = async () => {
      if (isTaken) return;
      for (const session of inTime.filter(({ takesTurn }) => takesTurn))
        if ((await begin(session, serialNumber)) !== "gone") return;
    };
    const work = [
      giveTurn,
      ...inTime.filter(({ takesTurn }) => !takesTurn).map((session) => () => begin(session, serialNumber)),
      ...queued
        .filter(({ late }) => late)
        .map(
          ({ _id }) =>
            () =>
              starter.expire(_id),
        ),
    ];
    const failures = await eachLimited<() => Promise<unknown>>(work, width, (step) => step());
    if (failures.length > 0) throw failures[0];
  });
  return (machine: ObjectId): Promise<void> => advance(machine.toHexString());
};
export type Advance = ReturnType<typeof createAdvance>;
