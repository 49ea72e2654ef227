import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readMqttTls } from "./mqtt-tls.ts";

const noPem = fileURLToPath(new URL("../package.json", import.meta.url));

test.each([
  [noPem, "MQTT_TLS_KEY and MQTT_TLS_CERT are no key and certificate that fit, in PEM: "],
  [`${noPem}.nowhere`, `MQTT_TLS_KEY names a file that cannot be read: ${noPem}.nowhere.`],
])("a start with %s as key and certificate says which variables are wrong", async (file, words) => {
  await expect(readMqttTls({ MQTT_TLS_KEY: file, MQTT_TLS_CERT: file })).rejects.toThrow(words);
});
