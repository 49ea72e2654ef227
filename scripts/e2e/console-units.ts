import { randomBytes } from "node:crypto";
import { connectAsync } from "mqtt";
import {
  CredentialsMessage,
  downTopic,
  type LiveMessage,
  type LocksMessage,
  upTopic,
} from "#shared/events/machine-topics.ts";
import { openCredentials, type UnitKeys } from "#shared/registration/sealed-credentials.server.ts";
import { provisioningKey } from "#shared/runtime/testing/service-env.ts";
import type { PlantedUnit } from "../integration/planted.ts";

/** Control units, as far as a page shows what they do. */
export const consoleUnits = (mqttUrl: string) => {
  const connect = (serialNumber: string, username: string, password: string) =>
    connectAsync(mqttUrl, {
      clientId: serialNumber,
      username,
      password,
      protocolVersion: 4,
      clean: true,
      keepalive: 30,
      reconnectPeriod: 0,
    });

  return {
    /** A unit without a registration is switched on and requests one, with its key or without one. */
    requestRegistration: async (serialNumber: string, version = "2.4.1", key?: string): Promise<void> => {
      const unit = await connect(serialNumber, "provision", provisioningKey);
      const message = { version, dateTime: new Date().toISOString(), ...(key ? { key } : {}) };
      await unit.publishAsync(upTopic(serialNumber, "register"), JSON.stringify(message), { qos: 1 });
      await unit.endAsync();
    },
    /** It requests again and stays on until its secret comes; returns the secret, opened with its keys. */
    fetchSecret: async (serialNumber: string, keys: UnitKeys): Promise<string> => {
      const unit = await connect(serialNumber, "provision", provisioningKey);
      const heard = new Promise<string>((resolve, reject) => {
        unit.on("message", (_topic, payload) => {
          const { sealed } = CredentialsMessage.parse(JSON.parse(payload.toString()));
          try {
            resolve(openCredentials(serialNumber, keys, sealed).secret);
          } catch (error) {
            reject(error);
          }
        });
      });
      await unit.subscribeAsync(downTopic(serialNumber, "credentials"), { qos: 1 });
      const message = { version: "2.4.1", dateTime: new Date().toISOString(), key: keys.key };
      await unit.publishAsync(upTopic(serialNumber, "register"), JSON.stringify(message), { qos: 1 });
      const secret = await heard;
      await unit.endAsync();
      return secret;
    },
    /** A unit signs in with its secret and sends one live update. Rejects when it is refused. */
    beat: async (serialNumber: string, secret: string, strength = -60): Promise<void> => {
      const unit = await connect(serialNumber, serialNumber, secret);
      const message: LiveMessage = { strength, version: "2.4.1", uptime: 60, at: new Date().toISOString() };
      await unit.publishAsync(upTopic(serialNumber, "live"), JSON.stringify(message), { qos: 0 });
      await unit.endAsync();
    },
    /** A unit is switched on with its secret, and reports its locks while it stays on. */
    switchOn: async ({ plan: { serialNumber }, secret }: PlantedUnit) => {
      const unit = await connect(serialNumber, serialNumber, secret);
      const boot = randomBytes(6).toString("hex");
      let seq = 0;
      return {
        /** Resolves when the gateway has stored it. */
        reportLock: async (channel: number, isLocked: boolean): Promise<void> => {
          seq += 1;
          const containers = [{ channel, isLocked }];
          const locks: LocksMessage = { containers, full: false, at: new Date().toISOString(), boot, seq };
          await unit.publishAsync(upTopic(serialNumber, "locks"), JSON.stringify(locks), { qos: 1 });
        },
        end: () => unit.endAsync(),
      };
    },
  };
};
