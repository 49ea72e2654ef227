import { launchServices, type Services } from "../services/launch.ts";
import { temporaryFolder } from "./temporary.ts";

export interface PrivateServices extends Services {
  dataDir: string;
}

/**
 * A pair of servers for one test alone, which may freeze (SIGSTOP), kill or flush them by their `pids`. Call stop() in
 * `afterAll`: it ends frozen ones as well and removes their data.
 */
export async function startPrivateServices(): Promise<PrivateServices> {
  const folder = await temporaryFolder("test");
  const services = await launchServices({
    env: { ...process.env, MONGODB_URI: undefined, REDIS_URL: undefined },
    dataDir: folder.path,
    say: () => {},
  });
  return {
    ...services,
    dataDir: folder.path,
    stop: async () => {
      await services.stop();
      await folder.remove();
    },
  };
}
