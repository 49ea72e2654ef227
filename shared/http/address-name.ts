/**
 * The name under which an address is counted. A home or an office has a whole /64 of IPv6 addresses, so they count as
 * one; an IPv4 address may come dressed as an IPv6 one. Some proxies name a client with its port, which does not count.
 */
export const addressName = (address: string): string => {
  const plain = address
    .replace(/^\[(.+)\](:\d+)?$/, "$1")
    .replace(/^::ffff:(?=\d+\.)/i, "")
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1");
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const after = groups(tail ?? "");
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups(head).length - after.length)).fill("0");
  return `${[...groups(head), ...zeros, ...after].slice(0, 4).join(":")}::/64`;
};
