export interface NetworkVariables {
  HOST: string;
  GATEWAY_ROLE: "all" | "http" | "machines";
  MONGODB_URI?: string | undefined;
  REDIS_URL?: string | undefined;
  MQTT_TLS_CERT?: string | undefined;
  CONSOLE_URL?: string | undefined;
  ALLOW_PLAIN_STORES: string[];
  ALLOW_PLAIN_MQTT: boolean;
}

/** Whether only this machine reaches what listens there. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(host);

interface Store {
  hosts: string[];
  hasPassword: boolean;
  isEncrypted: boolean;
}

/** Ways to sign in to MongoDB by a certificate, or as the machine that one runs on. */
const withoutPassword = new Set(["MONGODB-X509", "MONGODB-AWS", "MONGODB-OIDC"]);
/** TLS without verification: others could read along. */
const blind = ["tlsinsecure", "tlsallowinvalidcertificates", "tlsallowinvalidhostnames"];

/** `mongodb://` may name several hosts, which no URL does. Null where it cannot be read; the driver says why. */
const storeOf = (text: string): Store | null => {
  const [, scheme = "", credentials = "", named = "", query = ""] =
    /^([a-z+]+):\/\/(?:([^@/]*)@)?([^/?]+)(?:\/[^?]*)?(?:\?(.*))?$/.exec(text) ?? [];
  if (!named) return null;
  const options = new Map([...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value]));
  const said = options.get("tls") ?? options.get("ssl");
  const isUnchecked = blind.some((name) => options.get(name) === "true");
  const isTls = scheme === "rediss" || (scheme === "mongodb+srv" ? said !== "false" : said === "true");
  return {
    hosts: named.split(",").map((host) => hostIn(host)),
    hasPassword: /:./.test(credentials) || withoutPassword.has(options.get("authmechanism") ?? ""),
    isEncrypted: isTls && !isUnchecked,
  };
};
/** Without its port, and an IPv6 address without its brackets. */
const hostIn = (text: string): string => /^\[(.+)\]/.exec(text)?.[1] ?? text.replace(/:\d+$/, "");

const whyNotStore = (name: string, url: string | undefined, encrypted: string, allowed: string[]): string[] => {
  const store = url === undefined ? null : storeOf(url);
  if (!store) return [];
  const hosts = store.hosts.filter((host) => !isLoopback(host) && !host.startsWith("%2F") && !allowed.includes(host));
  if (hosts.length === 0) return [];
  const where = hosts.join(", ");
  const otherwise = "or name the host in ALLOW_PLAIN_STORES if only this deployment reaches it.";
  return [
    ...(store.hasPassword
      ? []
      : [`${name} reaches ${where} without a password: put user and password into it, ${otherwise}`]),
    ...(store.isEncrypted ? [] : [`${name} reaches ${where} without TLS: ${encrypted}, ${otherwise}`]),
  ];
};

/** Every way in which others could read along or come in, a sentence each. */
export const whyNotNetwork = ({
  HOST,
  GATEWAY_ROLE,
  MONGODB_URI,
  REDIS_URL,
  MQTT_TLS_CERT,
  CONSOLE_URL,
  ALLOW_PLAIN_STORES,
  ALLOW_PLAIN_MQTT,
}: NetworkVariables): string[] => [
  ...whyNotStore(
    "MONGODB_URI",
    MONGODB_URI,
    "add tls=true, and nothing that leaves certificates unchecked",
    ALLOW_PLAIN_STORES,
  ),
  ...whyNotStore("REDIS_URL", REDIS_URL, "begin it with rediss://", ALLOW_PLAIN_STORES),
  ...(isLoopback(HOST) || GATEWAY_ROLE === "http" || MQTT_TLS_CERT || ALLOW_PLAIN_MQTT
    ? []
    : [
        `HOST is ${HOST}, where units would send their secrets readable to anybody on the way: set MQTT_TLS_KEY and MQTT_TLS_CERT, or ALLOW_PLAIN_MQTT=1 where a proxy in front speaks TLS.`,
      ]),
  ...(CONSOLE_URL?.startsWith("http:")
    ? ["CONSOLE_URL must begin with https://: operators would sign in readable to anybody on the way."]
    : []),
];
