// A process of its own that fetches MongoDB's official archive, because the downloader writes to the terminal, reads
// its settings from the environment, and waits for a silent far end longer than a start may. Its parent ends it.
// Arguments: the pin as JSON, the folder to work in. The program is left there as `mongod`.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { MongoBinaryDownload } from "mongodb-memory-server-core/lib/util/MongoBinaryDownload.js";

const pin = JSON.parse(process.argv[2]);
const folder = process.argv[3];

const download = new MongoBinaryDownload({
  downloadDir: folder,
  version: pin.version,
  platform: pin.platform,
  arch: pin.arch,
  checkMD5: false, // the sha256 below says more, and does not come from the same host
  // One archive for every Linux, so that one hash is enough: Ubuntu 22.04 is the oldest system with OpenSSL 3.
  ...(pin.platform === "linux" ? { os: { os: "linux", dist: "ubuntu", release: "22.04" } } : {}),
});

try {
  const archive = await download.startDownload();
  const hash = createHash("sha256");
  await pipeline(createReadStream(archive), hash);
  const sha256 = hash.digest("hex");
  if (sha256 !== pin.sha256) {
    process.send({ wrongHash: sha256 });
  } else {
    process.send({ downloaded: true });
    await rename(await download.extract(archive), join(folder, "mongod"));
    process.send({ done: true });
  }
} catch (error) {
  process.send({ problem: error.code ?? error.message.split("\n")[0] });
}
process.disconnect();
