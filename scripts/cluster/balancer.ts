import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually } from "#shared/testing/eventually.ts";
import { onPath } from "../services/engine.ts";
import { startKeeper } from "../services/keeper.ts";
import { isPortFree, reach } from "../services/ports.ts";
import { openTcpLine } from "../testing/tcp-line.ts";

interface Behind {
  url: string;
  mqttUrl: string;
  wsPort: number;
}
interface Balancer {
  name: string;
  stop(): Promise<void>;
}

const example = join(import.meta.dirname, "../../docs/examples/haproxy.cfg");
const lookEveryMs = 2_000;
const startedMs = 10_000;
const here = "127.0.0.1";

export const haproxyHere = (): string | null => onPath("haproxy", process.env.PATH);
/** What gateways need to know of it. The other balancer names no addresses: all connections are this machine's own. */
export const behindHaproxy = { MQTT_PROXY_PROTOCOL: here, TRUST_PROXY: here };

/** docs/examples/haproxy.cfg with these gateways and ports, without the certificates. */
export const haproxyConfig = (text: string, ports: { http: number; mqtt: number }, gateways: Behind[]): string => {
  const servers = (line: string): string[] =>
    gateways.map(({ url, mqttUrl, wsPort }, at) => {
      const to: Record<string, number> = { 3000: Number(new URL(url).port), 1883: Number(new URL(mqttUrl).port) };
      const port = (_: string, before: string, documented: string) => `${before}${to[documented] ?? wsPort}`;
      return line
        .replace("gateway1", `gateway${at}`)
        .replace(/10\.0\.0\.\d+/, here)
        .replace(/(:|port )(\d+)/g, port);
    });
  return text
    .split("\n")
    .flatMap((line) => {
      if (/^ {2}server gateway1 /.test(line)) return servers(line);
      if (/^ {2}server /.test(line)) return [];
      if (/^ {2}maxconn /.test(line)) return ["  maxconn 2000"];
      if (/^ {2}bind :8883 /.test(line)) return [`  bind ${here}:${ports.mqtt}`];
      if (/^ {2}bind :443 /.test(line)) return [`  bind ${here}:${ports.http}`];
      return [line.replace("x-forwarded-proto https", "x-forwarded-proto http")];
    })
    .join("\n");
};

const startHaproxy = async (command: string, folder: string, ...behind: Parameters<typeof startPlain>) => {
  const file = join(folder, "haproxy.cfg");
  await writeFile(file, haproxyConfig(await readFile(example, "utf8"), ...behind));
  // Another process that listens there would be taken for a gateway.
  for (const port of Object.values(behind[0]))
    if (!(await isPortFree(port))) throw new Error(`Port ${port} is taken: choose others with PORT and MQTT_PORT.`);
  const keeper = await startKeeper();
  const server = await keeper.run(command, ["-db", "-q", "-f", file], process.env);
  const ended = server.ended.then(({ words }) => {
    throw new Error(`HAProxy ended: ${words.join(" ")}`);
  });
  const answers = eventually(() => reach(behind[0].http), { timeout: startedMs });
  await Promise.race([answers, ended]);
  ended.catch(() => undefined);
  return { name: "HAProxy", stop: keeper.stop };
};

/** Connections go to the ready gateways by turns. */
const startPlain = async (ports: { http: number; mqtt: number }, gateways: Behind[]): Promise<Balancer> => {
  let ready = gateways;
  let turn = 0;
  const isReady = ({ url }: Behind) =>
    fetch(`${url}/readyz`, { signal: AbortSignal.timeout(lookEveryMs) }).then(
      ({ ok }) => ok,
      () => false,
    );
  const looking = setInterval(async () => {
    const states = await Promise.all(gateways.map(isReady));
    ready = gateways.filter((_, at) => states[at]);
  }, lookEveryMs);
  const next = (): Behind => {
    const all = ready.length > 0 ? ready : gateways;
    turn += 1;
    return all[turn % all.length] as Behind;
  };
  const line = (to: () => string, port: number) =>
    openTcpLine(
      to,
      (near, far) => {
        near.pipe(far);
        far.pipe(near);
      },
      port,
    );
  const lines = await Promise.all([line(() => next().url, ports.http), line(() => next().mqttUrl, ports.mqtt)]);
  return {
    name: "a plain TCP balancer (HAProxy is not on PATH: apt-get install -y haproxy)",
    stop: async () => {
      clearInterval(looking);
      await Promise.all(lines.map((one) => one.stop()));
    },
  };
};

export const startBalancer = (folder: string, ...behind: Parameters<typeof startPlain>): Promise<Balancer> => {
  const command = haproxyHere();
  return command ? startHaproxy(command, folder, ...behind) : startPlain(...behind);
};
