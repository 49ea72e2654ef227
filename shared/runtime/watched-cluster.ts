import type { Cluster, Redis } from "ioredis";
import type { Logger } from "./logger.ts";
import type { ClusterAddress } from "./redis-address.ts";
import { keyOfEachPrimary, openCluster } from "./redis-cluster.ts";
import { type Refusal, refusalIn, refusalSentence } from "./redis-refusals.ts";

/** What `connectRedis` promises of a connection; in milliseconds. */
interface Pulse {
  everyMs: number;
  silentMs: number;
}
interface Known {
  refusal(): Refusal | null;
}
interface Order {
  address: ClusterAddress;
  kind: "fast" | "patient";
  log: Logger;
  pulse: Pulse;
  /** For the commands with which BullMQ waits for jobs: they answer nothing for this long. */
  blockedPulse: Pulse;
  /** In milliseconds; a patient connection has none. */
  commandMs: number | undefined;
  onMade?: (connection: Known & { isHeard(): boolean }) => void;
  onLost?: () => void;
}

/**
 * The connection to a cluster as `watched` is to one Redis: each primary is probed once a second. As soon as one does
 * not answer or takes no writes, the whole connection counts as refused, and as accepted once all of them answer again:
 * what a part of the cluster says of units, and what is missing there, proves nothing meanwhile (decision 0057). A node
 * that answers nothing is disconnected, and looked for anew.
 */
export const connectCluster = (order: Order): Redis & Known => {
  const { address, kind, commandMs, blockedPulse } = order;
  const cluster = openCluster(address, kind, commandMs);
  const duplicate = cluster.duplicate.bind(cluster);
  cluster.duplicate = (...override) =>
    watch(duplicate(...override), { ...order, pulse: blockedPulse }) as unknown as Cluster;
  return watch(cluster, order);
};

const watch = (cluster: Cluster, { log, pulse, onMade, onLost }: Order): Redis & Known => {
  let refused: Refusal | null = null;
  let hasEnded = false;
  const refuse = (refusal: Refusal) => {
    if (refused === refusal) return;
    const isFirst = refused === null;
    refused = refusal;
    log.warn(refusalSentence(refusal));
    if (isFirst) cluster.emit("refused");
  };
  const accept = () => {
    if (refused === null) return;
    refused = null;
    log.info("Redis takes writes again");
    cluster.emit("accepted");
  };

  const probe = createProbe(cluster, pulse, { accept, refuse, lost: () => onLost?.() });
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    hasEnded = false;
    clearInterval(timer);
    timer = setInterval(probe, pulse.everyMs).unref();
  };
  begin();
  // BullMQ ends a blocked connection that fell silent, and opens the same one anew.
  cluster.on("ready", () => {
    if (!hasEnded) return;
    onLost?.();
    begin();
    // Before it waits for jobs again: behind that an answer comes seconds later.
    probe();
  });
  cluster.on("end", () => {
    clearInterval(timer);
    hasEnded = true;
  });
  // While it ends, an answer to an earlier command may still lead to another node. ioredis would keep that one and never
  // notice its end, for which BullMQ waits before it connects anew.
  cluster.on("+node", (node: Redis) => {
    if (cluster.status === "disconnecting") node.disconnect();
  });
  // What a command fails with is said by its own rejection.
  cluster.on("error", (error: Error) => log.debug({ err: error }, "no node of the cluster answers"));
  onMade?.({
    isHeard: () => hasEnded || (cluster.status === "ready" && refused === null),
    refusal: () => (hasEnded ? null : refused),
  });
  // Its commands are the same; of the rest only what a cluster has is used.
  return Object.assign(cluster as unknown as Redis, { refusal: () => refused });
};

interface Outcomes {
  /** Every primary took its latest write. */
  accept(): void;
  refuse(refusal: Refusal): void;
  /** A primary that had answered is lost. */
  lost(): void;
}

/** To be called at each turn of the pulse: counted in turns, because a process that stood still has missed no answer. */
const createProbe = (cluster: Cluster, { everyMs, silentMs }: Pulse, { accept, refuse, lost }: Outcomes) => {
  /** By primary: what it has not answered yet, and for how many turns; and whether it took the latest write. */
  const waiting = new Map<string, { turns: number }>();
  const took = new Map<string, boolean>();
  let wasReady = false;

  const fail = (primary: string, refusal: Refusal) => {
    if (took.get(primary) !== false) lost();
    took.set(primary, false);
    refuse(refusal);
  };
  const ask = (primary: string, key: string) => {
    const probe = { turns: 0 };
    waiting.set(primary, probe);
    const settle = (answer: () => void) => {
      // Too late: the node was disconnected meanwhile, or serves nothing any more.
      if (waiting.get(primary) !== probe) return;
      waiting.delete(primary);
      answer();
    };
    cluster.setrange(key, 0, "").then(
      () => settle(() => took.set(primary, true)),
      (error: unknown) => settle(() => fail(primary, refusalIn(error) ?? "CLUSTERDOWN")),
    );
  };
  const askOrGiveUp = (primary: string, key: string) => {
    const probe = waiting.get(primary);
    if (!probe) return ask(primary, key);
    probe.turns += 1;
    if (probe.turns * everyMs <= silentMs) return;
    waiting.delete(primary);
    fail(primary, "CLUSTERDOWN");
    nodeNamed(cluster, primary)?.disconnect();
  };
  const forget = (isKnown: (primary: string) => boolean) => {
    for (const known of [...took.keys(), ...waiting.keys()])
      if (!isKnown(known)) {
        took.delete(known);
        waiting.delete(known);
      }
  };

  return (): void => {
    if (cluster.status !== "ready") {
      forget(() => false);
      if (wasReady) refuse("CLUSTERDOWN");
      return;
    }
    wasReady = true;
    const keys = keyOfEachPrimary(cluster);
    forget((primary) => keys.has(primary));
    if (keys.size > 0 && [...keys.keys()].every((primary) => took.get(primary) && !waiting.has(primary))) accept();
    for (const [primary, key] of keys) askOrGiveUp(primary, key);
  };
};

const nodeNamed = (cluster: Cluster, name: string): Redis | undefined =>
  cluster.nodes("master").find(({ options: { host, port } }) => `${host}:${port}` === name);
