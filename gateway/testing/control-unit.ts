import { connectAsync } from "mqtt";
import { upTopic } from "#shared/events/machine-topics.ts";

/** A registered control unit, connected with its own secret. */
export const connectBeatingUnit = async (
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
    /** Sends one live update. `at` is what the unit's own clock says. */
    beat: async (strength: number | null, at: Date): Promise<void> => {
      const live = { strength, version: "1.0.0", uptime: 1, at: at.toISOString() };
      await client.publishAsync(upTopic(serialNumber, "live"), JSON.stringify(live), { qos: 0 });
    },
    end: () => client.endAsync(true),
  };
};
