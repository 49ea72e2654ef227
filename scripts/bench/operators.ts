import { openContainers, readSessionResults } from "#shared/control-units/control-unit.api.ts";
import type { ResultRow } from "#shared/control-units/control-unit.schema.ts";
import { sessionRoom } from "#shared/events/rooms.ts";
import { until } from "#shared/testing/eventually.ts";
import { request } from "../../web/http/request.ts";
import { follow } from "../../web/live/follow.ts";
import { createLiveClient } from "../../web/live/live-client.ts";
import { type AutoUnit, createAutoUnit } from "../integration/commands/auto-unit.ts";
import type { PlantedUnit } from "../integration/planted.ts";
import { pause } from "../simulator/pause.ts";
import type { Target } from "./installation.ts";

const shownWithinMs = 20_000;
const beatEveryMs = 20_000;

/** Units that are connected, beat, and open their doors when they are commanded. */
export const startAutoUnits = async (
  planted: PlantedUnit[],
  mqttUrlOf: (at: number) => string,
  manner: Parameters<typeof createAutoUnit>[2],
) => {
  const units = planted.map((unit, at) => createAutoUnit(unit, () => mqttUrlOf(at), manner));
  for (const unit of units) {
    unit.start();
    await pause(5);
  }
  // A unit that is not connected at the moment sends its heartbeat the next time.
  const beats = setInterval(() => void units.map((unit) => unit.beat().catch(() => undefined)), beatEveryMs);
  await until("units know the time", () => units.every((unit) => unit.receivedTime() !== null), 60_000);
  return {
    units,
    stop: async (): Promise<void> => {
      clearInterval(beats);
      await Promise.all(units.map((unit) => unit.stop()));
    },
  };
};

/** From the click until the screen shows the door open, what of it was not the unit's, and doors that were not shown. */
export const createTimes = () => ({ whole: [] as number[], own: [] as number[], lost: 0 });
type Times = ReturnType<typeof createTimes>;

/** Operators with a console open each, by the client's own code: they click, join, load and follow. */
export const openOperators = async (many: number, { url, token }: Pick<Target, "url" | "token">) => {
  const sender = { base: `${url}/api/v1.2`, token: () => token };
  const consoles = Array.from({ length: many }, () => createLiveClient({ url, token: () => token }));
  for (const live of consoles) live.connect();
  await until("the consoles to be connected", () => consoles.every((live) => live.connected()), 60_000);
  let next = 0;

  /** Opens one container; resolves once the screen shows that it is open. */
  const click = async ({ plan }: PlantedUnit, label: string): Promise<{ sessionId: string; ms: number } | null> => {
    const live = consoles[next++ % consoles.length];
    const began = performance.now();
    const body = { vendingMachineId: plan.vendingMachineId, containers: [label] };
    const given = await request(sender, openContainers, { body });
    if (!live || given.is !== "done") return null;
    const { sessionId } = given.reply;
    return new Promise((resolve) => {
      const end = (ms: number | null) => {
        clearTimeout(timer);
        queueMicrotask(() => following.stop());
        resolve(ms === null ? null : { sessionId, ms });
      };
      const timer = setTimeout(() => end(null), shownWithinMs);
      const load = async ({ signal }: { signal: AbortSignal }) => {
        const outcome = await request(sender, readSessionResults, { params: { id: sessionId } }, { signal });
        if (outcome.is !== "done") return { error: outcome.error };
        return { data: outcome.reply.sessionResults, asOf: outcome.reply.asOf };
      };
      const changed = (rows: ResultRow[], row: ResultRow) => rows.map((one) => (one._id === row._id ? row : one));
      const followed = { rooms: [sessionRoom(sessionId)], load, handlers: { "session.row.changed": changed } };
      const following = follow<ResultRow[]>(live, followed, ({ data }) => {
        if (data?.[0]?.facts.opened) end(performance.now() - began);
      });
    });
  };

  const measured = async (planted: PlantedUnit, unit: AutoUnit, label: string, times: Times): Promise<void> => {
    const shown = await click(planted, label);
    const heard = unit.heard.find(({ command }) => command.sessionId === shown?.sessionId);
    const opening = unit.openings.find(({ commandId }) => commandId === heard?.command.commandId);
    if (!shown || !heard || !opening) {
      times.lost += 1;
      return;
    }
    times.whole.push(shown.ms);
    times.own.push(shown.ms - (opening.at - heard.at));
  };

  return {
    sender,
    /** Clicks on these machines one after another, `perSecond`, for a while; each machine's doors in turn. */
    clickFor: async (forMs: number, perSecond: number, planted: PlantedUnit[], units: AutoUnit[], times: Times) => {
      const clicks: Promise<void>[] = [];
      for (let n = 0, end = performance.now() + forMs; performance.now() < end; n++) {
        const at = n % units.length;
        const label = String(1 + (Math.floor(n / units.length) % 10));
        const [machine, unit] = [planted[at], units[at]];
        if (machine && unit) clicks.push(measured(machine, unit, label, times));
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
