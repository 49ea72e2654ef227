import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";

/** Limit of each of two tries. */
const answerMs = 2_000;

const bySystem = (name: string): Promise<LookupAddress[]> => lookup(name, { all: true });

const isInHostsFile = async (name: string): Promise<boolean> =>
  (await readFile("/etc/hosts", "utf8").catch(() => "")).split(/\s+/).includes(name);

type Answer = PromiseSettledResult<string[]>;
const addressesIn = (answer: Answer, family: 4 | 6): LookupAddress[] =>
  answer.status === "fulfilled" ? answer.value.map((address) => ({ address, family })) : [];
/** Nobody answered, or not for this name; null where the answer is that there is none. */
const failureIn = (answer: Answer): NodeJS.ErrnoException | null =>
  answer.status === "rejected" && !["ENOTFOUND", "ENODATA"].includes(answer.reason.code) ? answer.reason : null;

/**
 * The addresses of a name that others chose. The system's own lookup keeps one of the process's few
 * threads waiting for name servers that do not answer, and all other lookups wait behind it. So it is asked only for
 * what the hosts file has, or what no server knows, which it says at once. Rejects with a `code` within seconds. Without
 * `servers` those of the system are asked, as they are set at that moment.
 */
export const resolveName = async (name: string, servers?: readonly string[]): Promise<LookupAddress[]> => {
  // A name without a dot is of this network; the system completes it.
  if (!name.includes(".") || (await isInHostsFile(name))) return bySystem(name);
  const resolver = new Resolver({ timeout: answerMs, tries: 2 });
  if (servers) resolver.setServers(servers);
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = [...addressesIn(four, 4), ...addressesIn(six, 6)];
  if (found.length > 0) return found;
  const failure = failureIn(four) ?? failureIn(six);
  if (failure) throw failure;
  return bySystem(name);
};
