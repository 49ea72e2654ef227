import { readLiveStatus } from "#shared/live-status/live-status.api.ts";
import type { LiveStatusRow } from "#shared/live-status/live-status.schema.ts";
import { machineStatus } from "#shared/machines/machine.rules.ts";
import { createLiveClient } from "../../../web/live/live-client.ts";
import { withPresences } from "../../../web/live/presences.ts";
import type { NetworkHouse } from "./taken/network-house.ts";

const lookEveryMs = 1_000;

/**
 * A page of the live status that stays open, as the console's own does: it loads, hears and judges by its clock. Counts
 * the looks at which it, or the answer that is loaded anew each five seconds, calls a machine offline whose unit is connected.
 */
export const watchPresence = ({ url, token, operator, fleet }: NetworkHouse) => {
  const seen = { page: 0, answers: 0, looks: 0, unanswered: 0 };
  let rows: LiveStatusRow[] = [];
  const connected = () =>
    new Set(fleet.machines.flatMap((one) => (one.state() === "connected" ? [one.serialNumber] : [])));
  const falsely = (some: readonly LiveStatusRow[]): number => {
    const here = connected();
    return some.filter(({ serialNumber, lastSeenOnline }) => {
      const lastSeen = lastSeenOnline === null ? null : Date.parse(lastSeenOnline);
      const status = machineStatus({ hasUnit: serialNumber !== null, lastSeen }, Date.now());
      return status !== "Online" && here.has(serialNumber ?? "");
    }).length;
  };
  const read = async () => (await operator.call(readLiveStatus, {})).liveStatus;

  const live = createLiveClient({ url, token: () => token });
  let meanwhile: Parameters<typeof withPresences>[1] = [];
  const load = async (): Promise<void> => {
    meanwhile = [];
    const loaded = await read().catch(() => null);
    if (loaded) rows = withPresences(loaded, meanwhile, ({ serialNumber }) => serialNumber);
    else setTimeout(() => void load(), lookEveryMs);
  };
  live.listen((event) => {
    if (event.name === "connected") void live.join(live, ["live-status"]).then(load, () => undefined);
    if (event.name === "reload") void load();
    if (event.name !== "presence.changed") return;
    meanwhile = [...meanwhile, ...event.presences];
    rows = withPresences(rows, event.presences, ({ serialNumber }) => serialNumber);
  });
  live.connect();
  const looking = setInterval(() => {
    seen.looks += 1;
    if (falsely(rows) > 0) seen.page += 1;
    if (seen.looks % 5 !== 0) return;
    read().then(
      (answer) => {
        if (falsely(answer) > 0) seen.answers += 1;
      },
      () => {
        seen.unanswered += 1;
      },
    );
  }, lookEveryMs);
  return {
    seen: () => ({ ...seen }) as const,
    stop: (): void => {
      clearInterval(looking);
      live.close();
    },
  };
};
