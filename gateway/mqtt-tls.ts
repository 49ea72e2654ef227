import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { type Config, ConfigError } from "#shared/runtime/config.ts";

/**
 * Key and certificate of the control units' port; undefined where none are configured. Throws a ConfigError where they
 * cannot be read or do not fit.
 */
export const readMqttTls = async ({ MQTT_TLS_KEY, MQTT_TLS_CERT }: Pick<Config, "MQTT_TLS_KEY" | "MQTT_TLS_CERT">) => {
  if (!MQTT_TLS_KEY || !MQTT_TLS_CERT) return undefined;
  const read = (variable: string, path: string) =>
    readFile(path).catch(() => {
      throw new ConfigError(`${variable} names a file that cannot be read: ${path}.`);
    });
  const pair = { key: await read("MQTT_TLS_KEY", MQTT_TLS_KEY), cert: await read("MQTT_TLS_CERT", MQTT_TLS_CERT) };
  try {
    createSecureContext(pair);
  } catch (error) {
    const why = (error as Error).message;
    throw new ConfigError(`MQTT_TLS_KEY and MQTT_TLS_CERT are no key and certificate that fit, in PEM: ${why}.`);
  }
  return pair;
};
