import { vi } from "vitest";
import type { LiveEvent } from "../live/live-client.ts";
import { live } from "../live/socket.ts";

/** Stands in for the client's own connection for one test: its listeners receive what is sent here. */
export const playHearers = () => {
  const hearers = new Set<(event: LiveEvent) => void>();
  vi.spyOn(live, "listen").mockImplementation((hear) => {
    hearers.add(hear);
    return () => hearers.delete(hear);
  });
  return (event: LiveEvent): void => {
    for (const hear of hearers) hear(event);
  };
};
