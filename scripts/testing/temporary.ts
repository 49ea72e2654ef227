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

interface Folder {
  path: string;
  remove(): Promise<void>;
}

/** A folder in memory where there is space for a database, because tests create and drop many; else on disk. */
export async function temporaryFolder(purpose: string, { onDisk = false } = {}): Promise<Folder> {
  const place = !onDisk && (await hasRoomInMemory()) ? "/dev/shm" : tmpdir();
  const path = await mkdtemp(join(place, `cansole-${purpose}-`));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}
