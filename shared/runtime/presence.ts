import type { Presence } from "../live-status/live-status.schema.ts";

/** Presence as services read it: the last message of each unit that ever reported. */
export interface PresenceReader {
  read(serialNumbers: string[]): Promise<Map<string, Presence>>;
}
