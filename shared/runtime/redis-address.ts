interface RedisNode {
  host: string;
  port: number;
}
/** A cluster, by some of its nodes: the others are learned from them. */
export interface ClusterAddress {
  nodes: RedisNode[];
  username: string | undefined;
  password: string | undefined;
  isEncrypted: boolean;
}

const defaultPort = 6_379;
const split = (url: string) => /^(rediss?):\/\/(?:([^@/]*)@)?([^/?]*)(?:\/([^?]*))?(\?.*)?$/.exec(url);

const nodeIn = (text: string): RedisNode | null => {
  const [, address, name, port = `${defaultPort}`] = /^(?:\[([\da-f:.]+)\]|([^\s:[\]]+))(?::(\d+))?$/i.exec(text) ?? [];
  const host = address ?? name;
  return host === undefined || Number(port) < 1 || Number(port) > 65_535 ? null : { host, port: Number(port) };
};

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** Where the URL leads, for people: hosts and ports, never a password. */
export const redisHosts = (url: string): string => {
  const named = split(url)?.[3] ?? "";
  return named.slice(named.lastIndexOf("@") + 1) || "an unreadable address";
};

/** One Redis, or what stands for one, is named by one host; a cluster by several. */
export const isClusterUrl = (url: string): boolean => redisHosts(url).includes(",");

/** Why a URL leads to no Redis; null where it may. What could be a part of a password is not repeated. */
export const whyNotRedis = (url: string): string | null => {
  if (isClusterUrl(url)) return whyNotCluster(url);
  const encoded = "in a user or password / is written %2F, @ %40, # %23, ? %3F and % %25";
  if (!URL.canParse(url)) return `is no address that can be read; ${encoded}`;
  const { hostname, pathname, username, password } = new URL(url);
  if (hostname === "") return "names no host";
  if (decoded(username) === null || decoded(password) === null) return `has a % that is not encoded; ${encoded}`;
  return /^\/?\d*$/.test(pathname) ? null : `names a database that is no number; ${encoded}`;
};

/** Why a URL that names several nodes leads to no cluster; null where it does. */
const whyNotCluster = (url: string): string | null => {
  const [, , credentials = "", named = "", path = "", query = ""] = split(url) ?? [];
  if (`${path}${query}`.includes("@")) return "has a / or ? in its user or password: write %2F and %3F for them";
  if (named.includes("@")) return "has an @ in its user or password: write %40 for it";
  // A scheme before each node ends the first one's port with a colon and a slash.
  const wrong = /:$/.test(named) ? `${named.split(",").at(-1)}//` : named.split(",").find((node) => !nodeIn(node));
  if (wrong !== undefined)
    return `names a node that cannot be read, '${wrong}': write redis://host:port,host:port,host:port`;
  if (path !== "" && path !== "0") return `names the database '${path}', but a cluster has only 0: leave it out`;
  if (query !== "") return "has options behind its nodes, which a cluster does not take: leave them out";
  if (credentials.split(":").some((word) => decoded(word) === null))
    return "has a user or password with a % that is not encoded: write %25 for it";
  return null;
};

/** Null for the URL of one Redis. Throws for what `whyNotCluster` refuses. */
export const clusterAddress = (url: string): ClusterAddress | null => {
  if (!isClusterUrl(url)) return null;
  const problem = whyNotCluster(url);
  if (problem !== null) throw new Error(`The address of the cluster ${problem}`);
  const [, scheme, credentials = "", named = ""] = split(url) ?? [];
  const [, username = "", password = ""] = /^([^:]*)(?::(.*))?$/.exec(credentials) ?? [];
  return {
    nodes: named.split(",").flatMap((node) => nodeIn(node) ?? []),
    username: decoded(username) || undefined,
    password: decoded(password) || undefined,
    isEncrypted: scheme === "rediss",
  };
};
