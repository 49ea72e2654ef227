import { readLiveStatus } from "#shared/live-status/live-status.api.ts";
import type { LiveStatusRow, Presence } from "#shared/live-status/live-status.schema.ts";
import { type MachineStatus, machineStatus } from "#shared/machines/machine.rules.ts";
import { request } from "../../web/http/request.ts";
import { type Followed, follow, loadAgain } from "../../web/live/follow.ts";
import { createLiveClient, type LinkState } from "../../web/live/live-client.ts";
import { withPresences } from "../../web/live/presences.ts";

interface Visit {
  url: string;
  token: string;
  silentAfterSeconds: number;
}

/** What an operator's browser does while live-status is open, by the client's own code; only drawing is left out. */
export const openLiveStatusPage = ({ url, token, silentAfterSeconds }: Visit) => {
  let shown: Followed<LiveStatusRow[]> = { loading: true };
  let link: LinkState = "disconnected";
  const heard: { presence: Presence; at: number }[] = [];
  const live = createLiveClient({
    url,
    token: () => token,
    onLink: (state) => {
      link = state;
    },
  });
  const sender = { base: `${url}/api/v1.2`, token: () => token };
  const listening = live.listen((event) => {
    if (event.name !== "presence.changed") return;
    for (const presence of event.presences) heard.push({ presence, at: Date.now() });
  });
  const following = follow<LiveStatusRow[]>(
    live,
    {
      rooms: ["live-status"],
      load: async ({ signal }) => {
        const outcome = await request(sender, readLiveStatus, {}, { signal });
        if (outcome.is !== "done") return { error: outcome.error };
        return { data: outcome.reply.liveStatus, asOf: outcome.reply.asOf };
      },
      handlers: {
        "presence.changed": (rows, presences) => withPresences(rows, presences, (row) => row.serialNumber),
        "machine.changed": () => loadAgain,
        "unit.changed": () => loadAgain,
        "unit.removed": () => loadAgain,
      },
    },
    (followed) => {
      shown = followed;
    },
  );
  live.connect();

  const rowOf = (machineId: string) => shown.data?.find((row) => row._id === machineId);
  return {
    row: rowOf,
    rows: () => shown.data ?? [],
    link: () => link,
    loaded: () => shown.data !== undefined && !shown.loading,
    /** As the row's chip reads at this moment. */
    status: (machineId: string): MachineStatus | null => {
      const row = rowOf(machineId);
      if (!row) return null;
      const lastSeen = row.lastSeenOnline === null ? null : Date.parse(row.lastSeenOnline);
      return machineStatus({ hasUnit: row.serialNumber !== null, lastSeen }, Date.now(), silentAfterSeconds);
    },
    /** How often the gateway announced that this unit has fallen silent. */
    silences: (serialNumber: string): number =>
      heard.filter(
        ({ presence, at }) =>
          presence.serialNumber === serialNumber && at - presence.lastSeen > silentAfterSeconds * 1_000,
      ).length,
    close: (): void => {
      following.stop();
      listening();
      live.close();
    },
  };
};
export type LiveStatusPage = ReturnType<typeof openLiveStatusPage>;
