import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** What browsers keep from a page that came over plain http, where it is not from this machine. */
const secureOnly =
  /\b(randomUUID|crypto\.subtle|navigator\.(clipboard|mediaDevices|storage|locks|serviceWorker|geolocation|credentials|wakeLock|share)|new Notification|caches\.open|CookieStore|cookieStore|showSaveFilePicker|showOpenFilePicker)\b/;
/** Files that check whether it exists, and handle its absence. */
const careful = ["web/app/bell/AlarmWatch.tsx", "web/app/phone/scan.ts", "web/ui/use-copy.ts"];

test("no action of the console depends on what a browser has over https alone", () => {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "web"], { cwd: root });
  const paths = listed
    .toString()
    .split("\n")
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path) && existsSync(join(root, path)));
  expect(paths.length).toBeGreaterThan(100);
  const found = paths.filter((path) =>
    secureOnly.test(readFileSync(join(root, path), "utf8").replace(/\/\*\*?.*?\*\//gs, "")),
  );
  expect(found).toEqual(careful);
});
