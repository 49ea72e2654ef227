import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "#shared/runtime/config.ts";
import { type ComposeService, filledIn, minimalEnv } from "./containers/testing/compose-variables.ts";
import { pythonPackages } from "./testing/python-packages.ts";

const root = join(import.meta.dirname, "..");
const [oneHost, ofCluster] = ["docker-compose.yml", "docs/examples/cluster/docker-compose.yml"] as const;
const read = (path: string) => readFileSync(join(root, path), "utf8");
const servicesOf = (path: string): Record<string, ComposeService> =>
  parse(read(path), { merge: true, maxAliasCount: -1 }).services;
const [single, cluster] = [servicesOf(oneHost), servicesOf(ofCluster)];
const haproxyConfig = read("docs/examples/haproxy.cfg");
const numbered = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at + 1}`);
const [gateways, mongos, redises] = [numbered("gateway", 4), numbered("mongo", 3), numbered("redis", 6)];
const of = (name: string): ComposeService => {
  const service = cluster[name];
  if (!service) throw new Error(`there is no service ${name}`);
  return service;
};
const addressOf = (name: string) => of(name).networks?.default.ipv4_address;
/** What `.env` must have. */
const env = {
  ...minimalEnv,
  MONGO_ADMIN_PASSWORD: "4dm1n",
  MONGO_MEMBERS_KEY: "k3y",
  HAPROXY_PEM: "/etc/cansole.pem",
};

const run = promisify(execFile);

test.for([oneHost, ofCluster])("Docker Compose takes %s, and knows each of its fields", async (file, { skip }) => {
  const required = join(import.meta.dirname, "testing/compose-requirements.txt");
  const packages = (await pythonPackages("compose", required)) ?? "";
  if (!packages) skip("there is no Python with pip, or no package registry");
  const args = ["--env-file", "/dev/null", "-f", join(root, file), "config", "--quiet"];
  const asked = run(join(packages, "compose/docker-compose"), args, { env });
  await expect(asked).resolves.toMatchObject({ stderr: "" });
});

test("it is three of everything: as many of each as `npm run cluster` starts, all of them healthy before others need them", () => {
  const others = ["haproxy", "migrate", "workers", "report-workers", "redis-cluster"];
  expect(Object.keys(cluster).sort()).toEqual([...gateways, ...mongos, ...redises, ...others].sort());
  expect([of("workers").scale, of("report-workers").scale]).toEqual([2, 2]);
  const healthy = (names: string[]) =>
    Object.fromEntries(names.map((name) => [name, { condition: "service_healthy" }]));
  expect(of("migrate").depends_on).toEqual(healthy(mongos));
  expect(of("redis-cluster").depends_on).toEqual(healthy(redises));
  const completed = { condition: "service_completed_successfully" };
  for (const name of [...gateways, "workers", "report-workers"])
    expect(of(name).depends_on).toEqual({ ...healthy(mongos), "redis-cluster": completed, migrate: completed });
});

test("images, commands, users and health checks are those of docker-compose.yml", () => {
  const pairs = new Map([
    ...gateways.map((name) => [name, "gateway"] as const),
    ...mongos.map((name) => [name, "mongo"] as const),
    ...redises.map((name) => [name, "redis"] as const),
    ...["migrate", "workers", "report-workers"].map((name) => [name, name] as const),
  ]);
  for (const [name, as] of pairs) {
    const { image, user, healthcheck, command, logging, tmpfs } = single[as] ?? {};
    expect(of(name)).toMatchObject({ image, user, logging, tmpfs, ...(healthcheck ? { healthcheck } : {}) });
    if (as !== "redis") expect(of(name).command).toEqual(command);
  }
  expect(gateways.filter((name) => of(name).build !== undefined)).toEqual(["gateway1"]);
});

test("the product is given what docker-compose.yml gives it, and production starts with it", () => {
  const own = ["MONGODB_URI", "REDIS_URL", "ALLOW_PLAIN_STORES", "ALLOW_PLAIN_MQTT", "MQTT_TLS_KEY", "MQTT_TLS_CERT"];
  const front = ["MQTT_WS_PORT", "TRUST_PROXY", "MQTT_PROXY_PROTOCOL", "GATEWAY_ROLE"];
  const rest = (service: ComposeService | undefined) =>
    Object.entries(service?.environment ?? {}).filter(([name]) => ![...own, ...front].includes(name));
  const image = { NODE_ENV: "production", HOST: "0.0.0.0", PORT: "3000", MQTT_PORT: "1883", WEB_ROOT: "/app/dist/web" };
  for (const [name, as] of [
    ["gateway4", "gateway"],
    ...["migrate", "workers", "report-workers"].map((one) => [one, one]),
  ]) {
    expect(rest(of(name ?? ""))).toEqual(rest(single[as ?? ""]));
    const given = Object.entries(of(name ?? "").environment ?? {}).map(([key, text]) => [key, filledIn(text, env)]);
    expect(readConfig({ ...image, ...Object.fromEntries(given) })).toMatchObject({ trial: false, GATEWAY_ROLE: "all" });
  }
  const { MONGODB_URI = "", REDIS_URL = "", ALLOW_PLAIN_STORES } = of("gateway1").environment ?? {};
  for (const name of mongos) expect(MONGODB_URI).toMatch(new RegExp(`[@,]${name}[,/]`));
  for (const name of redises) expect(REDIS_URL).toMatch(new RegExp(`[@,]${name}(,|$)`));
  expect(ALLOW_PLAIN_STORES).toBe([...mongos, ...redises].join());
});

test.each(Object.entries(cluster))(
  "%s can change nothing but its data, and has no password among its arguments",
  (_, one) => {
    expect(one).toMatchObject({ cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"], read_only: true });
    expect(one.mem_limit).toMatch(/^\d+[mg]$/);
    expect(one.user).toMatch(/^(node|mongodb|redis|haproxy)$/);
    expect(one.healthcheck ?? one.restart).toBeDefined();
    const said = [...(one.entrypoint ?? []), ...(one.command ?? []), ...(one.healthcheck?.test ?? [])].join("\n");
    expect(said).not.toMatch(/--(requirepass|pass|password)\b|(?<!\$)\$\{?\w*(PASSWORD|SECRET|KEY|AUTH)/);
  },
);

test("each store keeps its own data, and its members find each other", () => {
  const data = [...mongos, ...redises].map((name) => of(name).volumes?.[0]);
  expect(data).toEqual([
    ...mongos.map((name) => `${name}-data:/data/db`),
    ...redises.map((name) => `${name}-data:/data`),
  ]);
  const initiating = mongos.filter((name) => "MONGO_MEMBERS" in (of(name).environment ?? {}));
  expect(initiating).toEqual(["mongo1"]);
  expect(of("mongo1").environment?.MONGO_MEMBERS).toBe(mongos.map((name) => `${name}:27017`).join());
  const made = of("redis-cluster").command?.at(-1) ?? "";
  for (const name of redises) expect(made).toContain(`${addressOf(name)}:6379`);
  expect(made).toContain("--cluster-replicas 1");
});

test("HAProxy alone listens, with the documented configuration, and the gateways stand where that says", () => {
  expect(Object.keys(cluster).filter((name) => of(name).ports)).toEqual(["haproxy"]);
  for (const port of of("haproxy").ports ?? []) expect(filledIn(port)).toMatch(/^127\.0\.0\.1:\d+:(443|8883)$/);
  expect(of("haproxy").volumes?.[0]).toBe("../haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro");
  const named = [...haproxyConfig.matchAll(/^ {2}server (gateway\d) ([\d.]+):/gm)].map(([, name = "", at]) => [
    name,
    at,
  ]);
  expect(named).toHaveLength(3 * gateways.length);
  for (const [name = "", at] of named) expect(at).toBe(addressOf(name));
  const { TRUST_PROXY, MQTT_PROXY_PROTOCOL, MQTT_WS_PORT } = of("gateway1").environment ?? {};
  expect([TRUST_PROXY, MQTT_PROXY_PROTOCOL, MQTT_WS_PORT]).toEqual([
    addressOf("haproxy"),
    addressOf("haproxy"),
    "8083",
  ]);
});
