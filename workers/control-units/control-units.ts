import { ObjectId } from "mongodb";
import { createReach } from "#shared/control-units/reach.server.ts";
import { databaseTime, type WorkerParts } from "../parts.ts";
import { type Advance, createAdvance } from "./advance-machine.ts";
import { createCommandsRepository } from "./commands.repository.ts";
import { createDispatch } from "./dispatch.ts";
import { createRowsRepository } from "./rows.repository.ts";
import { createSessionLog } from "./session-log.ts";
import { createSessionsRepository } from "./sessions.repository.ts";
import { createSettle, type Settle } from "./settle-session.ts";
import { createSessionStarter } from "./start-session.ts";
import { createSweep } from "./sweep.ts";

/**
 * Control-unit sessions (specification: Sessions): who has its machine's turn, what goes out, how it ended. Starting,
 * sending and settling call one another: a turn that is over starts the next, a command that is refused ends its rows.
 * All times are of MongoDB's clock; a worker's own decides nothing.
 */
export const createControlUnits = ({ mongo, redis, keys, bus, databaseClock, log, limits }: WorkerParts) => {
  const repositories = {
    sessions: createSessionsRepository(mongo),
    rows: createRowsRepository(mongo),
    commands: createCommandsRepository(mongo),
  };
  const { sessions, commands } = repositories;
  const say = createSessionLog(log);
  const reach = createReach({ redis, keys, bus, log });
  const dispatch = createDispatch({ reach, commands, sessions, settle: (session) => settle(session) });
  const starter = createSessionStarter({ ...repositories, limits, say });
  const advance: Advance = createAdvance({ sessions, starter, dispatch });
  const settle: Settle = createSettle({ ...repositories, databaseClock, limits, say, dispatch, advance });
  const databaseNow = () => databaseTime({ mongo, databaseClock });
  const sweeps = createSweep({ ...repositories, databaseNow, limits, log, advance, settle, dispatch, starter });

  return {
    advance: async (vendingMachineId: string): Promise<void> => {
      const machine = await sessions.machineNamed(vendingMachineId);
      if (machine) await advance(machine);
    },
    settle: (sessionId: string): Promise<void> => settle(new ObjectId(sessionId)),
    ...sweeps,
  };
};
export type ControlUnits = ReturnType<typeof createControlUnits>;
