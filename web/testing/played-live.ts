import type { LiveEvent } from "../live/live-client.ts";

/** A connection that stands, and that says what `hear` is given. */
export const playLive = () => {
  let listener: (event: LiveEvent) => void = () => undefined;
  return {
    live: {
      connected: () => true,
      join: async () => undefined,
      leave: () => undefined,
      listen: (heard: (event: LiveEvent) => void) => {
        listener = heard;
        return () => undefined;
      },
    },
    hear: (event: LiveEvent): void => listener(event),
  };
};
