import { openCluster } from "./cluster/open-cluster.ts";
import { giveUp, say } from "./launcher/say.ts";
import { createUndo } from "./launcher/undo.ts";

const machines = 24;

/** Three of everything on this machine, until Ctrl-C: to try, to look at, to kill parts of. */
const main = async () => {
  const undo = createUndo();
  const cluster = await openCluster({ machines, isShown: true, add: undo.add, say }).catch(async (error) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return undo.end(1);
  });
  const { url, mqttUrl, phone, balancer, set, redis, services } = cluster;
  const processes = [...set.members, ...redis.nodes, ...services].map(({ name, pid }) => `${name} ${pid()}`);
  say(`  Processes to kill or freeze: ${processes.join(", ")}`);
  say(`  Control units: ${mqttUrl}; in front stands ${balancer}`);
  say(
    `The cluster is ready: ${url}/ (phone ${phone}; codes are printed here as OTP; Ctrl-C ends and removes all of it)`,
  );
};

main().catch(giveUp);
