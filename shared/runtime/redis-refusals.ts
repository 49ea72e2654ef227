import type { Redis } from "ioredis";
import { ConfigError } from "./config.ts";

/** Why a Redis that answers takes no writes: its own text, and one for the operator of the server. */
export const refusals = {
  READONLY: "it is a read-only replica. Where another server has taken over, the address must lead to that one",
  OOM: "its memory is full. Raise its maxmemory, or free what does not belong there",
  MISCONF: "it cannot write to its disk. Free space there, and look at its log",
  NOREPLICAS: "too few of its replicas are connected. Bring them back, or lower min-replicas-to-write",
} as const;
export type Refusal = keyof typeof refusals;

/** At the begin of an error, or behind where a script stood when it came. */
const said = /(?:^|[\s-])(READONLY|MASTERDOWN|OOM|MISCONF|NOREPLICAS) /;

/** The refusal that this error is; null where it is something else. */
export const refusalIn = (error: unknown): Refusal | null => {
  const word = error instanceof Error ? said.exec(error.message)?.[1] : undefined;
  if (word === undefined) return null;
  return word === "MASTERDOWN" ? "READONLY" : (word as Refusal);
};

export const refusalSentence = (refusal: Refusal): string => `Redis takes no writes: ${refusals[refusal]}`;

const probeKey = "cansole:asked";

/**
 * Tests with a write that changes nothing and leaves nothing in the append-only file: a replica, a full server and one
 * without a disk all answer PING and reads. Rejects with the server's own refusal.
 */
export const tryWrite = async (redis: Redis): Promise<void> => {
  try {
    await redis.setrange(probeKey, 0, "");
  } catch (error) {
    // A server that speaks RESP2 alone: a connection with subscriptions can send nothing else.
    if (!(error as Error).message.includes("subscriber mode")) throw error;
    await redis.ping();
  }
};

/** What a connection knows by itself. */
interface Known {
  refusal(): Refusal | null;
}

/**
 * At the start of a process. Throws a ConfigError that names REDIS_URL and what to do, where Redis answers and takes no
 * writes; one that does not answer is left to its next user.
 */
export const requireWrites = async (redis: Redis & Known, url: string): Promise<void> => {
  try {
    await tryWrite(redis);
  } catch (error) {
    const refusal = refusalIn(error) ?? redis.refusal();
    if (!refusal) return;
    const { host } = new URL(url);
    throw new ConfigError(`REDIS_URL leads to ${host}, which takes no writes: ${refusals[refusal]}, then start again.`);
  }
};
