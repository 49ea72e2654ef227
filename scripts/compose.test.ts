import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { environment, readConfig } from "#shared/runtime/config.ts";
import { haproxyConfig } from "./cluster/balancer.ts";
import { type ComposeService, filledIn, minimalEnv } from "./containers/testing/compose-variables.ts";
import { reportMemory } from "./launcher/service-process.ts";

const read = (path: string) => readFileSync(join(import.meta.dirname, "..", path), "utf8");
const {
  services,
}: { services: Record<"migrate" | "gateway" | "workers" | "report-workers" | "mongo" | "redis", ComposeService> } =
  parse(read("docker-compose.yml"), { merge: true });

const passwords = { MONGO_ADMIN_PASSWORD: "4dm1n", MONGO_PASSWORD: "m0ng0", REDIS_PASSWORD: "r3d1s" };

test("nothing listens beyond this host, unless an address is given", () => {
  const ports = Object.values(services).flatMap(({ ports = [] }) => ports);
  expect(ports).toHaveLength(5);
  for (const port of ports) expect(filledIn(port)).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
  const [http, mqtt, webSocket] = services.gateway.ports ?? [];
  expect(filledIn(http ?? "", { BIND_ADDRESS: "10.0.0.5", PORT: "80" })).toBe("10.0.0.5:80:3000");
  expect(filledIn(mqtt ?? "", { MQTT_BIND_ADDRESS: "10.0.0.5" })).toBe("10.0.0.5:1883:1883");
  const ws = { MQTT_BIND_ADDRESS: "10.0.0.5", MQTT_WS_PORT: "8443" };
  expect(filledIn(webSocket ?? "", ws)).toBe("10.0.0.5:8443:8083");
  expect([{}, ws].map((env) => filledIn(services.gateway.environment?.MQTT_WS_PORT ?? "", env))).toEqual(["", "8083"]);
  const stores = [services.mongo, services.redis].flatMap(({ ports = [] }) => ports);
  const moved = { MONGO_PORT: "27018", REDIS_PORT: "6380" };
  expect(stores.map((port) => filledIn(port, moved))).toEqual(["127.0.0.1:27018:27017", "127.0.0.1:6380:6379"]);
});

test("both servers require the passwords of .env, and do not start without", () => {
  for (const service of [services.migrate, services.gateway, services.workers]) {
    const { MONGODB_URI = "", REDIS_URL = "" } = service.environment ?? {};
    expect(() => filledIn(MONGODB_URI)).toThrow("MONGO_PASSWORD: put a password");
    expect(() => filledIn(REDIS_URL)).toThrow("REDIS_PASSWORD: put a password");
    expect(new URL(filledIn(MONGODB_URI, passwords)).password).toBe("m0ng0");
    expect(new URL(filledIn(MONGODB_URI, passwords)).searchParams.get("authSource")).toBe("admin");
    expect(new URL(filledIn(REDIS_URL, passwords)).password).toBe("r3d1s");
  }
  expect(filledIn(services.redis.environment?.REDISCLI_AUTH ?? "", passwords)).toBe("r3d1s");
  expect(filledIn(services.redis.command?.at(-1) ?? "")).toContain("\nrequirepass $REDISCLI_AUTH\n");
  expect(services.mongo.command).toContain("--keyFile=/tmp/members.key");
  const { MONGO_ADMIN_PASSWORD: admin = "", MONGO_PASSWORD: own = "" } = services.mongo.environment ?? {};
  expect(() => filledIn(admin)).toThrow("MONGO_ADMIN_PASSWORD: put a password");
  expect([filledIn(admin, passwords), filledIn(own, passwords)]).toEqual(["4dm1n", "m0ng0"]);
});

test.each(Object.entries(services))(
  "%s can change nothing but its data, and takes no more memory than its own",
  (_, of) => {
    expect(of).toMatchObject({ cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"], read_only: true });
    expect(of.mem_limit).toMatch(/^\d+[mg]$/);
    expect(of.user).toMatch(/^(node|mongodb|redis)$/);
    for (const volume of of.volumes ?? []) {
      if (typeof volume === "string") expect(volume).toMatch(/^(mongo|redis)-data:|:ro$/);
      else expect(volume.read_only).toBe(true);
    }
  },
);

test("no password is an argument, which everybody on the host can read", () => {
  for (const { entrypoint = [], command = [], healthcheck } of Object.values(services)) {
    const said = [...entrypoint, ...command, ...(healthcheck?.test ?? [])].join("\n");
    // `$$NAME` is left to the container's shell.
    expect(said).not.toMatch(/--(requirepass|pass|password)\b|(?<!\$)\$\{?\w*(PASSWORD|SECRET|KEY|AUTH)/);
  }
});

test("only MongoDB's own container knows the password of its admin", () => {
  const knowing = Object.entries(services).filter(([, { environment = {} }]) => "MONGO_ADMIN_PASSWORD" in environment);
  expect(knowing.map(([name]) => name)).toEqual(["mongo"]);
  expect(services.mongo.volumes).toContain("./scripts/containers/mongo-ready.js:/cansole/mongo-ready.js:ro");
  expect(services.mongo.healthcheck?.test).toEqual(["CMD", "mongosh", "--quiet", "/cansole/mongo-ready.js"]);
});

const startedWith = (service: ComposeService, env: Record<string, string> = {}) => {
  const image = Object.fromEntries(
    read("Dockerfile")
      .match(/(?<=^ENV .*)\S+=\S+/gm)
      ?.map((set) => set.split("=")) ?? [],
  );
  const given = Object.entries(service.environment ?? {}).map(([name, text]) => [
    name,
    filledIn(text, { ...minimalEnv, ...env }),
  ]);
  return () => readConfig({ ...image, ...Object.fromEntries(given) });
};

test.each(["migrate", "gateway", "workers", "report-workers"] as const)("production takes what %s is given", (name) => {
  const tls = { MQTT_TLS_KEY: "/etc/tls/mqtt.key", MQTT_TLS_CERT: "/etc/tls/mqtt.pem" };
  expect(startedWith(services[name])()).toMatchObject({ trial: false, HOST: "0.0.0.0", ALLOW_PLAIN_MQTT: true });
  expect(startedWith(services[name], { ...tls, ALLOW_PLAIN_MQTT: "false" })()).toMatchObject({ trial: false });
  expect(startedWith(services[name], { ALLOW_PLAIN_MQTT: "false" })).toThrow("set MQTT_TLS_KEY and MQTT_TLS_CERT");
});

test("MQTT uses TLS where a key and a certificate are given", () => {
  const { environment: env = {}, volumes = [] } = services.gateway;
  const given = { MQTT_TLS_KEY: "/etc/tls/mqtt.key", MQTT_TLS_CERT: "/etc/tls/mqtt.pem" };
  expect([env.MQTT_TLS_KEY, env.MQTT_TLS_CERT].map((path) => filledIn(path ?? ""))).toEqual(["", ""]);
  const bound = volumes.map((volume) => (typeof volume === "string" ? null : volume));
  expect(bound.map((bind) => [filledIn(bind?.source ?? "", given), bind?.target])).toEqual([
    ["/etc/tls/mqtt.key", filledIn(env.MQTT_TLS_KEY ?? "", given)],
    ["/etc/tls/mqtt.pem", filledIn(env.MQTT_TLS_CERT ?? "", given)],
  ]);
  // Docker would make a folder of a path that is not there.
  expect(bound.map((bind) => bind?.bind.create_host_path)).toEqual([false, false]);
});

test("every variable that is handed on exists, and every one that production may want is handed on", () => {
  const { gateway, workers } = services;
  const handed = Object.keys({ ...gateway.environment, ...workers.environment });
  const fixed = ["PORT", "HOST", "MQTT_PORT", "DATA_DIR", "WEB_ROOT"];
  const trial = ["DEMO", "SIMULATOR", "ALLOW_TRIAL_ON_NETWORK"];
  const known = Object.keys(environment.shape);
  expect(handed.filter((name) => !known.includes(name))).toEqual([]);
  expect(known.filter((name) => ![...handed, ...fixed, ...trial].includes(name))).toEqual([]);
});

test("services start when the migrations have been done, once, by the same image", () => {
  const { migrate, gateway, workers } = services;
  for (const service of [gateway, workers, services["report-workers"]])
    expect(service.depends_on?.migrate).toEqual({ condition: "service_completed_successfully" });
  expect(Object.keys(migrate.depends_on ?? {})).toEqual(["mongo"]);
  expect(migrate.image).toBe(gateway.image);
  expect(migrate.command?.at(-1)).toBe("dist/migrations/main.js");
  // A service that ended well is not started again, or the services would wait for ever.
  expect(migrate.restart).toBe("on-failure:3");
});

test("report workers have what workers have, and bounded memory", () => {
  const { workers, "report-workers": reports } = services;
  expect(reports.environment).toEqual(workers.environment);
  expect(reports.healthcheck).toEqual(workers.healthcheck);
  const { WORKERS_HEALTH_PORT: port } = workers.environment ?? {};
  expect(reports.environment?.REPORT_WORKERS_HEALTH_PORT).toBe(port);
  expect(workers.healthcheck?.test.at(-1)).toContain(`http://127.0.0.1:${port}/readyz`);
  expect(workers.ports).toBeUndefined();
  expect(reports.command).toEqual(["node", reportMemory, "--enable-source-maps", "dist/report-workers/main.js"]);
});

test("the image is built once, and no log fills the disk", () => {
  expect(Object.entries(services).filter(([, { build }]) => build !== undefined)).toMatchObject([["gateway", {}]]);
  for (const { logging } of Object.values(services))
    expect(logging?.options).toEqual({ "max-size": "10m", "max-file": "5" });
});

test("images name a line that is still mended", () => {
  expect(services.mongo.image).toMatch(/^mongo:\d+\.\d+-\w+$/);
  expect(services.redis.image).toMatch(/^redis:\d+\.\d+-alpine$/);
  expect(read("Dockerfile")).toMatch(/^FROM node:(24|26)-bookworm-slim AS base$/m);
});

test("the cluster of this machine runs the example of HAProxy, with its own gateways and without certificates", () => {
  const example = read("docs/examples/haproxy.cfg");
  // While stores change their primary no gateway is ready: none would be left.
  expect(example).toContain("uri /healthz");
  const gateways = [0, 1, 2].map((at) => ({
    url: `http://127.0.0.1:310${at}`,
    mqttUrl: `mqtt://127.0.0.1:320${at}`,
    wsPort: 3300 + at,
  }));
  const config = haproxyConfig(example, { http: 8000, mqtt: 1883 }, gateways);
  expect(config).not.toMatch(/^ {2}(?!#).*(10\.0\.0\.|ssl crt)/m);
  expect(config.match(/^ {2}bind .*/gm)).toEqual(["  bind 127.0.0.1:1883", "  bind 127.0.0.1:8000"]);
  const servers = [...config.matchAll(/^ {2}server gateway(\d) 127\.0\.0\.1:(\d+)/gm)].map(
    ([, at, port]) => `${at} ${port}`,
  );
  expect(servers).toEqual(
    ["3200", "3100", "3300"].flatMap((port) => [0, 1, 2].map((at) => `${at} ${Number(port) + at}`)),
  );
  expect(config.match(/check port 310\d/g)).toHaveLength(6);
});

test("a backup or restore in containers, as documented, migrates nothing first", () => {
  const documented = read("docs/operations.md").match(/docker compose run .*/g) ?? [];
  expect(documented).not.toHaveLength(0);
  // Compose starts what a service depends on: for the gateway that is the migration.
  expect(Object.keys(services.gateway.depends_on ?? {})).toContain("migrate");
  for (const line of documented) expect(line).toContain(" --no-deps ");
});
