import { commandCalls } from "#shared/control-units/command-calls.ts";
import { readSessionResults } from "#shared/control-units/control-unit.api.ts";
import type { ResultRow } from "#shared/control-units/control-unit.schema.ts";
import type { commandLimits } from "#shared/control-units/row.rules.ts";
import type { CommandMessage, CommandType } from "#shared/events/machine-topics.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { noFaults } from "../../simulator/faults.ts";
import { planFleet } from "../../simulator/plan.ts";
import { openApp } from "../app.ts";
import { type PlantedUnit, plantContainers } from "../planted.ts";
import { createHandUnit, type HandUnit } from "./hand-unit.ts";

/** A tenth of the real ones and a little more: machines that run tests are slow at times. */
export const shortLimits: typeof commandLimits = {
  expiresMs: 5_000,
  acknowledgeMs: 2_500,
  openMs: 2_500,
  closeMs: 3_000,
  stockCloseMs: 4_000,
  restartMs: 4_000,
  turnMs: 3_000,
  repeatMs: 500,
};

/** An app whose limits are short, with machines that have containers; the test controls the units. */
export const openCommandApp = async (machines: number) => {
  const app = await openApp({ commands: shortLimits });
  const planted = await app.plant(planFleet(machines, 7, noFaults));
  await plantContainers(app.mongo, planted);
  await eventually(async () => {
    if (!(await app.knowsPresence())) throw new Error("Redis does not know yet who is there");
  });
  const hands: HandUnit[] = [];
  let next = 0;

  const results = (sessionId: string) => app.operator.call(readSessionResults, { params: { id: sessionId } });

  return {
    ...app,
    /** A machine that no test has used yet. */
    fresh: (): PlantedUnit => {
      const unit = planted[next++];
      if (!unit) throw new Error(`only ${machines} machines were planted`);
      return unit;
    },
    handUnit: async (unit: PlantedUnit): Promise<HandUnit> => {
      const hand = createHandUnit(unit);
      hands.push(hand);
      await hand.connect(app.mqttUrl);
      await eventually(async () => {
        if (!(await app.isHeld(hand.serialNumber))) throw new Error("the gateway does not hold it yet");
      });
      return hand;
    },
    /** An operator presses a button; returns the session. */
    give: async (type: CommandType, { plan }: PlantedUnit, containers: string[] = []): Promise<string> => {
      const body = { vendingMachineId: plan.vendingMachineId, containers };
      return (await app.operator.call(commandCalls[type], { body })).sessionId;
    },
    /** The `n`th command that this unit received, counted from 1. */
    heard: (hand: HandUnit, n = 1): Promise<CommandMessage> =>
      eventually(() => {
        const found = hand.heard[n - 1]?.command;
        if (!found) throw new Error(`${hand.heard.length} commands were heard`);
        return found;
      }),
    results,
    /** The only row of a session, once it is as `is` wants it. */
    row: (sessionId: string, is: (row: ResultRow) => boolean = () => true): Promise<ResultRow> =>
      eventually(async () => {
        const { sessionResults } = await results(sessionId);
        const [row] = sessionResults;
        if (!row || sessionResults.length > 1 || !is(row)) throw new Error(`not yet: ${JSON.stringify(row)}`);
        return row;
      }),
    stop: async (): Promise<void> => {
      await Promise.all(hands.map((hand) => hand.drop()));
      await app.stop();
    },
  };
};
export type CommandApp = Awaited<ReturnType<typeof openCommandApp>>;
export const hasEnded = ({ endedAt }: ResultRow): boolean => endedAt !== null;
