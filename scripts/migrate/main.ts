import { ConfigError, readConfig } from "#shared/runtime/config.ts";
import { retentionOf } from "#shared/runtime/retention.ts";
import { onEnd } from "#shared/runtime/run-service.ts";
import { migrate, migratedSentence } from "./migrate.ts";

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

/** Reads the environment, migrates, ends: what runs in a deployment before the services of a new version start. */
const main = async () => {
  const config = readConfig(process.env);
  const { MONGODB_URI: mongodbUri } = config;
  if (!mongodbUri) throw new ConfigError("The migrations need this variable: MONGODB_URI.");
  await migrate({ mongodbUri, retention: retentionOf(config), say });
  say(migratedSentence);
};

// A run that ends so is taken over, as a killed one is.
onEnd(() => process.exit(1));
main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
