import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const roomyBytes = 2e9;

/** Whether there is space in memory for files: not in a container that has Docker's usual 64 MB of it. */
export const hasRoomInMemory = (): Promise<boolean> =>
  statfs("/dev/shm").then(
    ({ bavail, bsize }) => bavail * bsize > roomyBytes,
    () => false,
  );

/** A folder in memory where there is space for a database, because tests create and drop many; else on disk. */
export async function temporaryFolder(purpose: string): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join((await hasRoomInMemory()) ? "/dev/shm" : tmpdir(), `cansole-${purpose}-`));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}
