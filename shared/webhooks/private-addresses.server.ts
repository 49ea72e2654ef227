import { BlockList, isIP, type LookupFunction } from "node:net";
import { createAddressRanges } from "../http/address-ranges.server.ts";
import { resolveName } from "../http/resolve-name.server.ts";

/** Networks of IPv4 that no stranger's service stands in: own, private, link-local, metadata, tests, multicast. */
const privateNetworks: [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];
/**
 * In IPv6 everything outside 2000::/3 is refused, and within it the networks that lead to IPv4 addresses or nowhere.
 */
const privateNetworks6: [string, number][] = [
  ["::", 3],
  ["4000::", 2],
  ["8000::", 1],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
];

const listOf = (networks: [string, number][], family: "ipv4" | "ipv6"): BlockList => {
  const list = new BlockList();
  for (const [network, bits] of networks) list.addSubnet(network, bits, family);
  return list;
};
const refused = { 4: listOf(privateNetworks, "ipv4"), 6: listOf(privateNetworks6, "ipv6") };

export class PrivateAddress extends Error {
  constructor() {
    super("The address is inside this network: name it in WEBHOOK_PRIVATE_ADDRESSES to allow it");
  }
}

/**
 * Which addresses may be connected to: those outside this network, and of those inside the ranges that are `allowed`
 * (`10.1.0.0/16`, `::1`). `nameServers` where they are not the system's.
 */
export const createAddressGuard = (allowed: readonly string[], nameServers?: readonly string[]) => {
  const isAllowed = createAddressRanges(allowed);
  const allows = (address: string): boolean => {
    const version = isIP(address);
    if (version !== 4 && version !== 6) return false;
    const family = version === 6 ? "ipv6" : "ipv4";
    return isAllowed(address) || !refused[version].check(address, family);
  };

  return {
    /** Whether the host of an address is refused as it is written; of a name only its connection tells. */
    refusesHost: (host: string): boolean => {
      const literal = host.replace(/^\[|\]$/g, "");
      return isIP(literal) !== 0 && !allows(literal);
    },
    /** For `lookup` of a connection: resolves to allowed addresses alone, so that no other is ever connected to. */
    lookup: ((host, options, done) => {
      resolveName(host, nameServers).then(
        (found) => {
          const fine = found.filter(({ address }) => allows(address));
          const [first] = fine;
          if (!first) return done(new PrivateAddress(), "");
          return options.all ? done(null, fine) : done(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => done(error, ""),
      );
    }) satisfies LookupFunction,
  };
};
export type AddressGuard = ReturnType<typeof createAddressGuard>;
