import { spawn } from "node:child_process";
import { chmod, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "./testing/temporary.ts";

const scripts = fileURLToPath(new URL(".", import.meta.url));

/** A copy with no packages, one package wanted, and an npm that notes its calls and installs it. */
async function copyOfCansole() {
  const { path, remove } = await temporaryFolder("test");
  onTestFinished(remove);
  await mkdir(join(path, "scripts/services"), { recursive: true });
  await cp(join(scripts, "ensure.mjs"), join(path, "scripts/ensure.mjs"));
  await cp(join(scripts, "services/lock.mjs"), join(path, "scripts/services/lock.mjs"));
  const lock = (version: string) =>
    writeFile(
      join(path, "package-lock.json"),
      JSON.stringify({ packages: { "": {}, "node_modules/one": { version } } }),
    );
  await lock("1.0.0");
  // The package that it installs stands in for tsx: it lets TypeScript files be imported, whose types Node would not read.
  await writeFile(
    join(path, "hook.mjs"),
    `import { readFileSync } from "node:fs";
     export const load = (url, context, next) =>
       url.endsWith(".ts")
         ? { format: "module", shortCircuit: true, source: readFileSync(new URL(url), "utf8") }
         : next(url, context);`,
  );
  const npm = join(path, "npm-cli.js");
  await writeFile(
    npm,
    `const fs = require("node:fs");
     fs.appendFileSync("calls", process.argv.slice(2).join(" ") + "\\n");
     setTimeout(() => {
       if (fs.existsSync("broken")) { console.error("npm error: no such mirror"); process.exit(1); }
       fs.mkdirSync("node_modules/tsx/dist/esm/api", { recursive: true });
       fs.writeFileSync(
         "node_modules/tsx/dist/esm/api/index.mjs",
         'import * as module from "node:module";' +
         'export const register = () => module.register(new URL("../../../../../hook.mjs", import.meta.url));',
       );
     }, 700);`,
  );
  await chmod(npm, 0o755);
  // What is run once the packages are there.
  await mkdir(join(path, "scripts/seed"));
  await writeFile(join(path, "scripts/seed/run.ts"), `process.stdout.write("it ran\\n");`);
  const run = (...args: string[]) => {
    const child = spawn(process.execPath, ["scripts/ensure.mjs", ...args], {
      cwd: path,
      env: { ...process.env, npm_execpath: npm },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (data) => {
        output += data;
      });
    }
    return new Promise<{ code: number | null; output: string }>((resolve) =>
      child.once("close", (code) => resolve({ code, output })),
    );
  };
  const calls = async () => (await readFile(join(path, "calls"), "utf8").catch(() => "")).split("\n").slice(0, -1);
  return { path, run, calls, lock };
}

test("a fresh copy installs its packages once, without their scripts, and then runs the command", async () => {
  const { run, calls, lock } = await copyOfCansole();

  const first = await run("seed");
  const second = await run("seed");

  expect(first).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Installing packages .*\nInstalled .*\nit ran\n$/),
  });
  expect(second).toEqual({ code: 0, output: "it ran\n" });
  expect(await calls()).toEqual(["ci --no-audit --no-fund --ignore-scripts --include=dev"]);

  await lock("1.0.1");
  await run("seed");
  expect(await calls()).toHaveLength(2);
});

test("packages that npm installed by hand are taken as they are", async () => {
  const { path, run, calls } = await copyOfCansole();
  await run("seed");
  await rm(join(path, "node_modules/.cansole-lock"));
  await cp(join(path, "package-lock.json"), join(path, "node_modules/.package-lock.json"));

  expect(await run("seed")).toEqual({ code: 0, output: "it ran\n" });

  expect(await calls()).toHaveLength(1);
});

test("a second command beside one that installs is refused, and the first one is not disturbed", async () => {
  const { run, calls } = await copyOfCansole();

  const both = await Promise.all([run("seed"), run("seed")]);

  expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(both.find(({ code }) => code === 1)?.output).toMatch(
    /^Another command \(process \d+\) is installing Cansole's packages right now: wait until it is done, then start again\.\n$/,
  );
  expect(await calls()).toHaveLength(1);
});

test("an installation that failed shows npm's words and is tried again by the next command", async () => {
  const { path, run, calls } = await copyOfCansole();
  await writeFile(join(path, "broken"), "");

  const failed = await run("seed");

  expect(failed.code).toBe(1);
  expect(failed.output).toMatch(/no such mirror\nThe packages could not be installed/);
  await rm(join(path, "broken"));
  expect((await run("seed")).code).toBe(0);
  expect(await calls()).toHaveLength(2);
});

test("a command that does not exist is answered with those that do", async () => {
  const { run } = await copyOfCansole();

  expect(await run("strat")).toEqual({
    code: 1,
    output: expect.stringMatching(/^Say what to do: test, check, start, /),
  });
});
