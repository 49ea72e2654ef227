import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** What browsers request; fonts of type woff2 and pictures are packed already. */
const packed = /\.(js|css|html)$/;
/** Below it the head of an answer weighs more than what is saved. */
const smallestBytes = 1_024;

/**
 * Lays a `.br` and a `.gz` beside every text of the folder that gains by it, as small as they get: it is done once, and
 * they are sent often. The gateway serves them in the file's place. Browsers take brotli over https only, gzip anywhere.
 */
export async function compressAssets(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && packed.test(entry.name));
  await Promise.all(texts.map((entry) => compressBeside(join(entry.parentPath, entry.name))));
}

async function compressBeside(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < smallestBytes) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${path}.br`, await brotli(content, { params }));
  await writeFile(`${path}.gz`, await zip(content, { level: constants.Z_BEST_COMPRESSION }));
}
