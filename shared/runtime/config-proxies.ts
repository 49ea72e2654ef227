import { isIP } from "node:net";
import * as z from "zod";

/** However it was spelled: `0:0:0:0:0:ffff::` begins with `::` as well. */
const inShort = (address: string): string => {
  const url = `http://[${address}]`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : address;
};

const isRange = (text: string): boolean => {
  const [address = "", bits, more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more !== undefined) return false;
  if (bits === undefined) return true;
  // A range wider than the widest private network would trust everybody; IPv4 stands in ::ffff: of IPv6. A /7 of public
  // addresses is half of those in use; a provider has a /28 or so.
  const short = inShort(address);
  const least = version === 4 ? 8 : short.startsWith("::") ? 104 : /^f[cde]/.test(short) ? 7 : 16;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= least && Number(bits) <= (version === 4 ? 32 : 128);
};

/** Addresses and ranges of addresses, with commas. */
export const Ranges = z
  .string()
  .default("")
  .transform((text) => text.split(",").map((word) => word.trim()))
  .transform((words) => words.filter((word) => word !== ""))
  .refine((words) => words.every(isRange), {
    error: "must list addresses and ranges, such as 10.1.2.3, 10.2.0.0/16; 10.0.0.0/8 is the widest range",
  });

/**
 * Who is trusted about a client's address: false trusts nobody, a number trusts that many proxies one behind another,
 * else their addresses and ranges. `true` would believe whatever a client writes, and is refused.
 */
export const TrustProxy = z
  .string()
  .default("false")
  .transform((text, context): false | number | string[] => {
    const words = text.split(",").map((word) => word.trim());
    const [first = ""] = words;
    if (words.length === 1 && ["false", "0", "off"].includes(first)) return false;
    if (words.length === 1 && /^[1-9]\d?$/.test(first)) return Number(first);
    if (words.every(isRange)) return words;
    context.addIssue({
      code: "custom",
      message:
        "must name the proxies: how many stand one behind another (1), or their addresses, such as 10.0.0.4, 10.1.0.0/16; 10.0.0.0/8 is the widest range",
    });
    return z.NEVER;
  });
