import { resolve } from "node:path";
import { type Config, readConfig } from "#shared/runtime/config.ts";
import { launchServices, type Services } from "../services/launch.ts";
import { readEnvFile, root } from "./ground.ts";
import { giveUp, say } from "./say.ts";

/** Runs one of the scripts as the whole program: it needs this installation's servers, and starts nothing else. */
export const runOnServers = async (work: (services: Services, config: Config) => Promise<void>): Promise<never> => {
  const main = async () => {
    readEnvFile();
    const config = readConfig(process.env);
    const services = await launchServices({ env: process.env, dataDir: resolve(root, config.DATA_DIR), say });
    try {
      await work(services, config);
    } finally {
      await services.stop();
    }
  };
  return main().then(() => process.exit(0), giveUp);
};
