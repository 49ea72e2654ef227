import { readServiceConfig } from "#shared/runtime/config.ts";
import { onEnd } from "#shared/runtime/run-service.ts";
import { backupCommand, restoreCommand } from "./commands.ts";

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

/** In a deployment, which has dist/ alone: `dist/backup/main.js backup DIR`, `… restore DIR`. Reads the environment. */
const main = async ([command, ...args]: string[]): Promise<void> => {
  const commands = { backup: backupCommand, restore: restoreCommand };
  if (!command || !Object.hasOwn(commands, command)) throw new Error("Say what to do: backup DIR, or restore DIR.");
  const config = readServiceConfig(process.env);
  const { MONGODB_URI: mongodbUri, REDIS_URL: redisUrl } = config;
  const of = { config, mongodbUri, redisUrl, dataDir: null, cwd: process.cwd(), say };
  await commands[command as keyof typeof commands](args, of);
};

onEnd(() => process.exit(1));
main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
