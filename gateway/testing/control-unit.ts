import { connectAsync } from "mqtt";
import { upTopic } from "#shared/events/machine-topics.ts";

/** Polls until `check` gives something; fails with `what` after `ms`. */
export const eventually = async <T>(what: string, check: () => Promise<T>, ms = 15_000): Promise<NonNullable<T>> => {
  const end = performance.now() + ms;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (performance.now() > end) throw new Error(`waited in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
};

/** A registered control unit, connected with its own secret. */
export const connectUnit = async (
  { mqttPort }: { mqttPort: number | null },
  { serialNumber, secret }: { serialNumber: string; secret: string },
) => {
  const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
    clientId: serialNumber,
    username: serialNumber,
    password: secret,
    keepalive: 30,
    reconnectPeriod: 0,
  });
  return {
    /** One live update. `at` is what the unit's own clock says. */
    beat: async (strength: number | null, at: Date): Promise<void> => {
      const live = { strength, version: "1.0.0", uptime: 1, at: at.toISOString() };
      await client.publishAsync(upTopic(serialNumber, "live"), JSON.stringify(live), { qos: 0 });
    },
    end: () => client.endAsync(true),
  };
};
