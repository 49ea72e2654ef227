import { execFile } from "node:child_process";
import { copyFile, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { temporaryFolder } from "../../testing/temporary.ts";

const root = join(import.meta.dirname, "../../..");
const run = (cwd: string, command: string, ...args: string[]): Promise<{ said: string; code: number }> =>
  new Promise((resolve) => {
    execFile(command, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (error, out, err) =>
      resolve({ said: out + err, code: Number(error?.code ?? 0) }),
    );
  });

/**
 * What both checks say of files that are planted in a repository of their own. `dist` is ignored there, and whatever is
 * called `gone` was added and then deleted.
 */
export const checkPlanted = async (files: Readonly<Record<string, string>>) => {
  const folder = await temporaryFolder("sources");
  const put = async (path: string, text: string) => {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), text);
  };
  try {
    for (const [path, text] of Object.entries(files)) await put(path, text);
    await put(".gitignore", "node_modules\ndist/\n");
    for (const path of ["biome.json", "package.json"]) await copyFile(join(root, path), join(folder.path, path));
    await mkdir(join(folder.path, "scripts/check-sources"), { recursive: true });
    for (const name of ["packed-objects.grit", "environment.grit"])
      await copyFile(join(root, "scripts/check-sources", name), join(folder.path, "scripts/check-sources", name));
    await symlink(join(root, "node_modules"), join(folder.path, "node_modules"));
    await run(folder.path, "git", "init", "-q");
    for (const path of Object.keys(files).filter((path) => path.includes("gone"))) {
      await run(folder.path, "git", "add", path);
      await rm(join(folder.path, path));
    }
    const [script, biome] = await Promise.all([
      run(folder.path, process.execPath, "--import", "tsx", join(root, "scripts/check-sources.ts")),
      run(
        folder.path,
        process.execPath,
        join(root, "node_modules/@biomejs/biome/bin/biome"),
        "lint",
        "--reporter=github",
        "--max-diagnostics=none",
      ),
    ]);
    const ours = script.said.split("\n").map((line) => /^(\S+:\d+) (.*)$/.exec(line));
    const theirs = biome.said.split("\n").map((line) => {
      const found = /title=(\S+?),file=(.*?),line=(\d+),.*?::(.*)$/.exec(line);
      return found && [line, `${found[2]?.replace(`${folder.path}/`, "")}:${found[3]}`, `${found[1]} ${found[4]}`];
    });
    const said = [...ours, ...theirs].flatMap((found) => (found ? [[found[1] ?? "", found[2] ?? ""] as const] : []));
    return {
      /** Everything that is said of one line, or of a file. */
      at: (path: string, line: number) => said.filter(([place]) => place === `${path}:${line}`).map(([, text]) => text),
      of: (path: string) => said.filter(([place]) => place.startsWith(`${path}:`)).map(([, text]) => text),
      code: script.code,
      lastLine: script.said.trim().split("\n").at(-1),
    };
  } finally {
    await folder.remove();
  }
};
