import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pause } from "../../simulator/pause.ts";
import { atLeast, atMost, exactly } from "../command-line.ts";
import { withInstallation } from "../installation.ts";
import { during, elsewhere, floodsFrom, portOf, secondsUntilIn, signIns } from "./floods.ts";
import type { Fault } from "./run.ts";

const perSecond = 1_000;

export const fault: Fault = {
  promise: "whoever begins TLS handshakes without end takes little of the gateway, and keeps no unit out for ever",
  run: async (say) => {
    const folder = mkdtempSync(join(tmpdir(), "cansole-tls-"));
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const wanted = ["-newkey", "rsa:2048", "-days", "2", "-subj", "/CN=localhost", "-keyout", key, "-out", cert];
    execFileSync("openssl", ["req", "-x509", "-nodes", ...wanted], { stdio: "ignore" });
    const options = { machines: 20, workers: [], env: () => ({ MQTT_TLS_KEY: key, MQTT_TLS_CERT: cert }) };
    return withInstallation(options, say, async (installation) => {
      const order = { kind: "hellos", port: portOf(installation.mqttUrl), connections: 400, perSecond } as const;
      const alone = await during(installation, order, () => pause(15_000));
      const { result } = await during(installation, order, async () => ({
        others: await signIns(installation, { from: elsewhere, isTls: true, ms: 15_000 }),
        own: await secondsUntilIn(installation, floodsFrom, true),
      }));
      const after = await secondsUntilIn(installation, floodsFrom, true);
      say(`sign-ins elsewhere p95 ${result.others.p95.toFixed(0)} ms`);
      return [
        atLeast("recorded ClientHellos a second", alone.perSecond, perSecond * 0.8),
        atMost("the gateway's share of a core meanwhile", alone.share, 30, "%"),
        exactly("units of another address that did not come in", result.others.refused, 0),
        atMost("a unit at the same address came in after", result.own, 60, "s"),
        atMost("and once it was over after", after, 10, "s"),
      ];
    }).finally(() => rmSync(folder, { recursive: true }));
  },
};
