import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { checkTree, reportText } from "./check-rooms/check.ts";
import { manifest } from "./check-rooms/testing/small-tree.ts";
import { readTree } from "./check-rooms/tree.ts";

const command = join(import.meta.dirname, "check-rooms.ts");

describe("a repository on disk", () => {
  let root: string;
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };

  test("new files count, ignored and deleted ones do not, and the last line sums up", () => {
    root = mkdtempSync(join(tmpdir(), "check-rooms-"));
    execFileSync("git", ["init", "-q"], { cwd: root });
    put("package.json", manifest);
    put(".gitignore", "dist/\n");
    put("dist/utils.ts", "");
    put("workers/gone.ts", `import "../gateway/app.ts";`);
    execFileSync("git", ["add", "."], { cwd: root });
    rmSync(join(root, "workers/gone.ts"));
    put("gateway/app.ts", "");
    put("workers/start.ts", `\nimport "../gateway/app.ts";`);

    const said = reportText(checkTree(readTree(root)));

    expect(said.split("\n")).toEqual([
      "workers/start.ts:2 imports gateway/app.ts: workers may not import gateway, rooms meet in shared",
      "check-rooms: 2 files, 1 import, 1 problem",
    ]);
  });

  test("the command ends with an error as long as there is a problem", () => {
    root = mkdtempSync(join(tmpdir(), "check-rooms-"));
    const run = () => spawnSync(process.execPath, ["--import", "tsx", command], { cwd: root, encoding: "utf8" });
    execFileSync("git", ["init", "-q"], { cwd: root });
    symlinkSync(join(process.cwd(), "node_modules"), join(root, "node_modules"));
    put(".gitignore", "node_modules\n");
    put("web/utils.ts", "");

    const bad = run();
    renameSync(join(root, "web/utils.ts"), join(root, "web/rupees.ts"));
    const good = run();

    expect([bad.status, bad.stdout]).toEqual([
      1,
      "web/utils.ts:1 is called utils: name what it does\ncheck-rooms: 1 file, no imports, 1 problem\n",
    ]);
    expect([good.status, good.stdout]).toEqual([0, "check-rooms: 1 file, no imports, no problems\n"]);
  });
});
