import { createPatience } from "./flood.ts";
import type { Log } from "./ports.ts";

/** Lines about strangers: whoever can reach the port could otherwise fill the disk with them. */
const lines = { burst: 200, perSecond: 1 };

/** A log whose lines beyond a budget are no louder than debug; how many there are stands in the figures. */
export const createQuietLog = (log: Log): Log => {
  const isBearable = createPatience(lines);
  const within =
    (level: keyof Log): Log[keyof Log] =>
    (fields, text) =>
      log[isBearable(Date.now()) ? level : "debug"](fields, text);
  return { debug: log.debug.bind(log), info: within("info"), warn: within("warn") };
};
