import { buildIfStale } from "../build.ts";

await buildIfStale((line) => process.stdout.write(`${line}\n`));
process.stdout.write("dist/ is up to date.\n");
