import { readMachine } from "#shared/machines/machine.api.ts";
import type { Machine } from "#shared/machines/machine.schema.ts";
import { request } from "../../web/http/request.ts";
import { type Followed, follow } from "../../web/live/follow.ts";
import { createLiveClient, type LiveClient } from "../../web/live/live-client.ts";

interface Visit {
  url: string;
  token: string;
  machineId: string;
}

/** A browser with a console open: one socket for all of its pages. */
export const openBrowser = ({ url, token }: Pick<Visit, "url" | "token">): LiveClient => {
  const live = createLiveClient({ url, token: () => token });
  live.connect();
  return live;
};

/**
 * One machine's page by the client's own code. It keeps every state that it showed, in order; an event replaces what
 * was shown without a look at `rev`, so that nothing but join, load and follow keeps an old state off the screen.
 */
export const openMachinePage = (live: LiveClient, { url, token, machineId }: Visit) => {
  const sender = { base: `${url}/api/v1.2`, token: () => token };
  const states: Machine[] = [];
  let last: Followed<Machine> = { loading: true };
  const following = follow<Machine>(
    live,
    {
      rooms: [`machine/${machineId}`],
      load: async ({ signal }) => {
        const outcome = await request(sender, readMachine, { params: { id: machineId } }, { signal });
        if (outcome.is !== "done") return { error: outcome.error };
        return { data: outcome.reply.vendingMachine, asOf: outcome.reply.asOf };
      },
      handlers: { "machine.changed": (machine, record) => ({ ...machine, ...record }) },
    },
    (followed) => {
      if (followed.data && followed.data !== last.data) states.push(followed.data);
      last = followed;
    },
  );
  return {
    /** Every state that the page showed, oldest first. */
    states: (): readonly Machine[] => states,
    shown: (): Machine | undefined => last.data,
    isLoaded: () => last.data !== undefined && !last.loading,
    error: () => last.error,
    close: () => following.stop(),
  };
};
export type MachinePage = ReturnType<typeof openMachinePage>;
