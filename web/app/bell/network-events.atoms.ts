import { listNetworkEvents } from "#shared/network-events/network-event.api.ts";
import type { NetworkEvent } from "#shared/network-events/network-event.schema.ts";
import { loadAgain } from "../../live/follow.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { afterCount, type Counted } from "../pending-counts/counted.ts";

let counted: Counted | undefined;

/**
 * What happened in the network, the newest first: loaded again when the pending counts change, which every page is
 * sent anyway, and once a minute for what no count shows. A load that fails shows no alert.
 */
export const networkEventsAtom = liveAtom<readonly NetworkEvent[]>({
  rooms: ["attention"],
  load: loadBy(listNetworkEvents, {}, ({ events }) => events, { isQuiet: true }),
  againEveryMs: 60_000,
  handlers: {
    "attention.changed": (known, waits) => {
      const before = counted;
      counted = before ? afterCount(before, waits) : { waits, isNews: true };
      // The first count may have been changed by what came right after the load.
      return before === counted ? known : loadAgain;
    },
  },
});
