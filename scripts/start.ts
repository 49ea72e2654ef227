import { join } from "node:path";
import { buildIfStale } from "./build.ts";
import { prepare, readEnvFile, root } from "./launcher/ground.ts";
import { reportMemory } from "./launcher/report-memory.ts";
import { type RoomProcess, startRoom } from "./launcher/room-process.ts";
import { giveUp, say } from "./launcher/say.ts";
import { createUndo, startUntilLost } from "./launcher/undo.ts";

/** Everything, built: servers, demo data, gateway, workers and, in a trial, simulated machines and customers. */
async function start() {
  readEnvFile();
  const undo = createUndo();
  await startUntilLost(undo, async () => {
    const ground = await prepare(process.env, undo.add, buildIfStale);
    const { config, keeper, services, roomEnv, simulatedMachines, simulatorEnv } = ground;
    const rooms: RoomProcess[] = [];
    const open = (name: string, args: string[], env = roomEnv) => {
      const room = startRoom({ name, args, env, cwd: root, keeper });
      undo.add(name, room.stop);
      rooms.push(room);
      return room;
    };
    const built = (room: string) => ["--enable-source-maps", join(root, "dist", room, "main.js")];
    const gateway = open("gateway", built("gateway")).ready;
    const workers = open("workers", built("workers")).ready;
    const reports = open("report workers", [reportMemory, ...built("report-workers")]).ready;
    await gateway;
    if (simulatedMachines > 0) {
      await open("simulator", built("simulator"), simulatorEnv).ready;
    }
    await workers;
    await reports;
    say(`Cansole is ready: ${addressOf(config)}`);

    return Promise.race([services.lost, ...rooms.map((room) => room.lost)]);
  });
}

/** One that a browser on this machine can open, also where every address is listened on. */
function addressOf({ HOST, PORT }: { HOST: string; PORT: number }) {
  const host = ["0.0.0.0", "::"].includes(HOST) ? "127.0.0.1" : HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${PORT}/`;
}

start().catch(giveUp);
