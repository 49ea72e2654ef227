import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { prepare, readEnvFile, root } from "./launcher/ground.ts";
import { giveUp, say } from "./launcher/say.ts";
import { reportMemory, startService } from "./launcher/service-process.ts";
import { createUndo, startUntilLost } from "./launcher/undo.ts";
import { watchService } from "./launcher/watched-service.ts";

/** Everything from its sources: gateway and workers start anew when theirs change, the screens change in place. */
async function dev() {
  readEnvFile();
  const undo = createUndo();
  await startUntilLost(undo, async () => {
    const { config, keeper, serviceEnv, services, simulatedMachines, simulatorEnv } = await prepare(
      process.env,
      undo.add,
      async () => undefined,
    );
    await mkdir(serviceEnv.WEB_ROOT as string, { recursive: true }); // the gateway serves it, Vite serves the screens
    const open = async (name: string, sources: string[], main = `${name}/main.ts`, flags: string[] = []) => {
      const args = [...flags, "--import", "tsx", "--enable-source-maps", join(root, main)];
      const service = watchService({ name, args, env: serviceEnv, cwd: root, keeper, sources, say });
      undo.add(name, service.stop);
      await service.firstStart;
    };
    await Promise.all([
      open("gateway", ["gateway", "broker", "shared"]),
      open("workers", ["workers", "shared"]),
      open("report workers", ["workers", "gateway", "shared"], "workers/reports/main.ts", [reportMemory]),
    ]);
    if (simulatedMachines > 0) {
      const args = ["--import", "tsx", join(root, "scripts/simulator/demo.ts")];
      const simulator = startService({ name: "simulator", args, env: simulatorEnv, cwd: root, keeper });
      undo.add("simulator", simulator.stop);
      void simulator.lost.then((sentence) => undo.isEnding() || say(sentence));
    }
    const screens = await serveScreens(`http://${config.HOST}:${config.PORT}`);
    undo.add("screens", screens.close);
    say(`Cansole is ready: ${screens.url} (sources are watched)`);

    return services.lost;
  });
}

/** Vite with its proxy to the gateway, as web/vite.config.ts has it. */
async function serveScreens(gatewayUrl: string) {
  process.env.GATEWAY_URL = gatewayUrl;
  const { createServer } = await import("vite");
  const server = await createServer({ configFile: join(root, "web/vite.config.ts"), server: { host: "127.0.0.1" } });
  await server.listen();
  return { url: server.resolvedUrls?.local[0] ?? "", close: () => server.close() };
}

dev().catch(giveUp);
