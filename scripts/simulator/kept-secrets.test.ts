import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { setUpEach } from "#shared/testing/set-up.ts";
import { temporaryFolder } from "../testing/temporary.ts";
import { openKeptSecrets } from "./kept-secrets.ts";

const folder = setUpEach(
  () => temporaryFolder("kept"),
  ({ remove }) => remove(),
);

const alone = (secret: string) => ({ secret, commandKey: null });

test("a unit finds its credentials again after a restart, and nobody else may read them", async () => {
  const first = await openKeptSecrets(folder.path);
  const withKey = { secret: "two", commandKey: "key" };
  await Promise.all([
    first.keep("CU-1", alone("one")),
    first.keep("CU-2", withKey),
    first.keep("CU-1", alone("newer")),
  ]);

  const second = await openKeptSecrets(folder.path);

  expect(second.read("CU-1")).toEqual(alone("newer"));
  expect(second.read("CU-2")).toEqual(withKey);
  expect(second.read("CU-3")).toBeNull();
  expect((await stat(join(folder.path, "simulated-units.json"))).mode & 0o077).toBe(0);
});

test("a broken file is as good as none", async () => {
  await writeFile(join(folder.path, "simulated-units.json"), '{"CU-1": 5');

  expect((await openKeptSecrets(folder.path)).read("CU-1")).toBeNull();
});
