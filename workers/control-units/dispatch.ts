import type { ObjectId } from "mongodb";
import { eachLimited } from "#shared/concurrency/limit.ts";
import type { Reach } from "#shared/control-units/reach.server.ts";
import type { CommandsRepository, ReadyCommand } from "./commands.repository.ts";
import type { SessionsRepository } from "./sessions.repository.ts";

interface Parts {
  reach: Reach;
  commands: CommandsRepository;
  sessions: Pick<SessionsRepository, "registeredUnit">;
  /** A command was refused: its session is settled. */
  settle: (session: ObjectId) => Promise<void>;
}
const width = 32;

/**
 * Notifies the units' gateways that commands wait for them; a repeat is safe, because only one claim wins. A unit that
 * is surely not connected has its command rejected, as has a machine without a unit; where another unit has taken its
 * place, that is the reason instead. What could not be notified stays ready for the sweep.
 */
export const createDispatch =
  ({ reach, commands, sessions, settle }: Parts) =>
  async (given: ReadyCommand[]): Promise<void> => {
    const ready = given.filter(({ state }) => state === "ready");
    const places = await reach.find(ready.map(({ serialNumber }) => serialNumber));
    const placed = ready.map((command, i) => ({ command, place: places[i] ?? ("unknown" as const) }));
    for (const { state, session } of given) if (state !== "ready") await settle(session);
    const failures = await eachLimited(placed, width, async ({ command, place }) => {
      const found = typeof place === "object" ? await reach.notify(place.gateway, command._id) : place;
      if (found !== "offline") return;
      const isStillThere = (await sessions.registeredUnit(command.machine)) === command.serialNumber;
      if (await commands.reject(command._id, isStillThere ? "rejected" : "moved")) await settle(command.session);
    });
    if (failures.length > 0) throw failures[0];
  };
export type Dispatch = ReturnType<typeof createDispatch>;
