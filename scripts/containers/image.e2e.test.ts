import { execFile, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { eventually } from "#shared/testing/eventually.ts";
import { freePort } from "../services/ports.ts";
import { startPrivateServices } from "../testing/private-services.ts";
import { temporaryFolder } from "../testing/temporary.ts";
import { filledIn, minimalEnv } from "./testing/compose-variables.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

interface Service {
  command?: string[];
  environment: Record<string, string>;
  healthcheck?: { test: string[] };
}
/** What the Dockerfile makes, in a folder: the last stage stands for the image. */
interface Image {
  folder: string;
  env: Record<string, string>;
  command: string[];
}

const lines = async (path: string) =>
  (await readFile(join(root, path), "utf8"))
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));

/** What is sent to an engine: files that git knows, but for those of .dockerignore. */
const copyContext = async (folder: string) => {
  const ignored = await lines(".dockerignore");
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root });
  const files = listed.toString().split("\n").filter(Boolean);
  for (const file of files.filter((path) => !ignored.includes(path.split("/")[0] ?? "")))
    await cp(join(root, file), join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error; // deleted, and not committed yet
    });
};

/** Follows the Dockerfile, each stage in a folder of its own. Throws where a step fails, as an engine would. */
const build = async (into: string): Promise<Image> => {
  const stages = new Map<string, string>();
  const image: Image = { folder: "", env: {}, command: [] };
  for (const line of await lines("Dockerfile")) {
    const [instruction = "", ...words] = line.split(/\s+/);
    if (instruction === "FROM") {
      image.folder = join(into, `${stages.size}`);
      await mkdir(image.folder);
      stages.set(words[2] ?? "image", image.folder);
    }
    if (instruction === "RUN") await runStep(words.join(" "), image.folder);
    if (instruction === "COPY") await copyStep(words, image.folder, stages);
    if (instruction === "ENV")
      for (const word of words) Object.assign(image.env, Object.fromEntries([word.split("=")]));
    if (instruction === "CMD") image.command = JSON.parse(line.slice("CMD ".length));
  }
  return image;
};

/** The packages that the product needs, as package-lock.json says; what they need themselves stands beside or below them. */
const linkPackages = async (folder: string) => {
  const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8"));
  for (const [path, { dev }] of Object.entries<{ dev?: boolean }>(packages)) {
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || dev || !existsSync(join(root, path))) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(root, path), join(folder, path));
  }
};

const runStep = async (command: string, folder: string) => {
  // All packages are here already: fetched, unpacked and copied once more, they are 335 MB.
  if (/^npm ci .*--omit=dev/.test(command)) return linkPackages(folder);
  if (/^npm ci /.test(command)) return symlink(join(root, "node_modules"), join(folder, "node_modules"));
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, npm_config_prefer_offline: "true" };
  return run("sh", ["-c", command], { cwd: folder, env, maxBuffer: 10_000_000 });
};

const copyStep = async (words: string[], folder: string, stages: Map<string, string>) => {
  const from = words.find((word) => word.startsWith("--from="))?.slice("--from=".length);
  const paths = words.filter((word) => !word.startsWith("--"));
  const to = paths.pop() ?? "";
  if (from === undefined && paths[0] === ".") return copyContext(folder);
  for (const path of paths) {
    const source = from === undefined ? join(root, path) : join(stages.get(from) ?? "", path.replace(/^\/app/, ""));
    const target = to.endsWith("/") ? join(folder, to, path) : join(folder, to);
    await mkdir(dirname(target), { recursive: true });
    await cp(source, target, { recursive: true, verbatimSymlinks: true });
  }
};

/** One service of docker-compose.yml from the image, with its own command, variables and health check. */
const start = (image: Image, { command, environment, healthcheck }: Service, here: Record<string, string>) => {
  const given = Object.entries(environment).map(([name, text]) => [name, filledIn(`${text}`, minimalEnv)]);
  const inFolder = Object.fromEntries(
    Object.entries(image.env).map(([name, value]) => [name, value.replace(/^\/app/, image.folder)]),
  );
  const env = { PATH: process.env.PATH, ...inFolder, ...Object.fromEntries(given), ...here };
  const [program = "", ...args] = command ?? image.command;
  const child = spawn(program, args, { cwd: image.folder, env, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (said += data));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [, check = "", ...checkArgs] = healthcheck?.test ?? [];
  return {
    said: () => said,
    ended,
    stop: () => child.kill("SIGTERM"),
    isHealthy: (port: string) =>
      eventually(
        () =>
          run(
            check,
            checkArgs.map((arg) => arg.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`)),
          ),
        {
          timeout: 60_000,
        },
      ),
  };
};

test("what the Dockerfile builds runs by the commands, variables and health checks of docker-compose.yml", async () => {
  const folder = await temporaryFolder("image");
  onTestFinished(folder.remove);
  const stores = await startPrivateServices();
  onTestFinished(stores.stop);
  const { services } = parse(await readFile(join(root, "docker-compose.yml"), "utf8"), { merge: true });
  const image = await build(folder.path);
  const [PORT, MQTT_PORT] = [`${await freePort()}`, `${await freePort()}`];
  const [WORKERS_HEALTH_PORT, REPORT_WORKERS_HEALTH_PORT] = [`${await freePort()}`, `${await freePort()}`];
  const here = {
    MONGODB_URI: stores.mongodbUri,
    REDIS_URL: stores.redisUrl,
    HOST: "127.0.0.1",
    HEALTH_HOST: "127.0.0.1",
    PORT,
    MQTT_PORT,
    WORKERS_HEALTH_PORT,
    REPORT_WORKERS_HEALTH_PORT,
  };

  const migrations = start(image, services.migrate, here);
  expect(await migrations.ended, migrations.said()).toBe(0);
  const gateway = start(image, services.gateway, here);
  const workers = start(image, services.workers, here);
  const reports = start(image, services["report-workers"], here);
  await gateway.isHealthy(PORT);
  await workers.isHealthy(WORKERS_HEALTH_PORT);
  await reports.isHealthy(REPORT_WORKERS_HEALTH_PORT);

  expect(await (await fetch(`http://127.0.0.1:${PORT}/`)).text()).toMatch(/<div id="root">/);
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  expect(await (await fetch(`http://127.0.0.1:${PORT}/readyz`)).json()).toMatchObject({ version });
  const to = join(folder.path, "backup");
  const backup = start(image, { ...services.gateway, command: ["node", "dist/backup/main.js", "backup", to] }, here);
  expect(await backup.ended, backup.said()).toBe(0);
  expect(await readdir(to)).toContain("backup.json");
  for (const service of [gateway, workers, reports]) {
    service.stop();
    expect(await service.ended, service.said()).toBe(0);
  }
}, 240_000);
