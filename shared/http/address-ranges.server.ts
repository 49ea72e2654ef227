import { BlockList, isIP, isIPv6 } from "node:net";

/** Whether an address is one of these addresses, or inside one of these ranges; an IPv4 address may come as an IPv6 one. */
export const createAddressRanges = (ranges: readonly string[]): ((address: string) => boolean) => {
  const known = new BlockList();
  for (const text of ranges) {
    const [address = "", bits] = text.split("/");
    const version = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) known.addAddress(address, version);
    else known.addSubnet(address, Number(bits), version);
  }
  return (dressed) => {
    const address = dressed.replace(/^::ffff:(?=\d+\.)/i, "");
    return isIP(address) !== 0 && known.check(address, isIPv6(address) ? "ipv6" : "ipv4");
  };
};
