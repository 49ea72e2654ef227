import { openContainers, readSessionResults } from "#shared/control-units/control-unit.api.ts";
import type { ResultRow } from "#shared/control-units/control-unit.schema.ts";
import { sessionRoom } from "#shared/events/rooms.ts";
import { until } from "#shared/testing/eventually.ts";
import { request } from "../../web/http/request.ts";
import { follow } from "../../web/live/follow.ts";
import { createLiveClient } from "../../web/live/live-client.ts";
import { pause } from "../simulator/pause.ts";
import type { AutoUnit } from "../walks/commands/auto-unit.ts";
import type { PlantedUnit } from "../walks/planted.ts";
import { createHistogram } from "./measure.ts";

const shownWithinMs = 20_000;
const nowMs = () => performance.timeOrigin + performance.now();

/** One kind of moment: from the click until the screen says opened, and what of it was not the machine's. */
export const createTimes = () => ({ whole: createHistogram(), house: createHistogram(), lost: 0 });
export type Times = ReturnType<typeof createTimes>;

/** Operators with a console open each, by the client's own code: they click, join, load and follow. */
export const openOperators = async (many: number, { url, token }: { url: string; token: string }) => {
  const sender = { base: `${url}/api/v1.2`, token: () => token };
  const consoles = Array.from({ length: many }, () => {
    const live = createLiveClient({ url, token: () => token });
    live.connect();
    return live;
  });
  await until("the consoles to be connected", () => consoles.every((live) => live.connected()), 60_000);
  let next = 0;

  /** Opens one container. Resolves once the screen says that it is open. */
  const click = async ({ plan }: PlantedUnit, label: string): Promise<{ sessionId: string; ms: number } | null> => {
    const live = consoles[next++ % consoles.length];
    if (!live) throw new Error("there are no consoles");
    const began = nowMs();
    const body = { vendingMachineId: plan.vendingMachineId, containers: [label] };
    const given = await request(sender, openContainers, { body });
    if (given.is !== "done") return null;
    const { sessionId } = given.reply;
    return new Promise((resolve) => {
      const end = (ms: number | null) => {
        clearTimeout(timer);
        queueMicrotask(() => following.stop());
        resolve(ms === null ? null : { sessionId, ms });
      };
      const timer = setTimeout(() => end(null), shownWithinMs);
      const following = follow<ResultRow[]>(
        live,
        {
          rooms: [sessionRoom(sessionId)],
          load: async ({ signal }) => {
            const outcome = await request(sender, readSessionResults, { params: { id: sessionId } }, { signal });
            if (outcome.is !== "done") return { error: outcome.error };
            return { data: outcome.reply.sessionResults, asOf: outcome.reply.asOf };
          },
          handlers: { "session.row.changed": (rows, row) => rows.map((one) => (one._id === row._id ? row : one)) },
        },
        ({ data }) => {
          if (data?.[0]?.facts.opened) end(nowMs() - began);
        },
      );
    });
  };

  return {
    sender,
    /** Clicks on these machines one after another, `perSecond`, for a while; each machine's doors in turn. */
    clickFor: async (
      forMs: number,
      perSecond: number,
      machines: { unit: PlantedUnit; auto: AutoUnit }[],
      times: Times,
    ): Promise<void> => {
      const end = performance.now() + forMs;
      const clicks: Promise<void>[] = [];
      for (let n = 0; performance.now() < end; n++) {
        const machine = machines[n % machines.length];
        if (!machine) break;
        const label = String(1 + (Math.floor(n / machines.length) % 10));
        const one = async () => {
          const shown = await click(machine.unit, label);
          const heard = machine.auto.heard.find(({ command }) => command.sessionId === shown?.sessionId);
          const opening = machine.auto.openings.find(({ commandId }) => commandId === heard?.command.commandId);
          if (!shown || !heard || !opening) {
            times.lost += 1;
            return;
          }
          times.whole.add(shown.ms);
          times.house.add(shown.ms - (opening.at - heard.at));
        };
        clicks.push(one());
        await pause(1_000 / perSecond);
      }
      await Promise.all(clicks);
    },
    close: (): void => {
      for (const live of consoles) live.close();
    },
  };
};
export type Operators = Awaited<ReturnType<typeof openOperators>>;
