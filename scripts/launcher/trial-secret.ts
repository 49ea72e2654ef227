import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The secret that signs a trial's logins: invented once and kept beside the data, readable by its owner only, so that
 * logins survive a restart. Production never comes here, it requires JWT_SECRET.
 */
export async function trialSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, "jwt-secret");
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // A disk that was full when it was written leaves it empty.
  const kept = (await readFile(file, "utf8").catch(() => "")).trim();
  if (kept !== "") return kept;
  const secret = randomBytes(32).toString("hex");
  await writeFile(file, secret, { mode: 0o600 });
  return secret;
}
