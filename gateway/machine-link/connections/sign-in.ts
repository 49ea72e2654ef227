import { isIPv6 } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Admission, Claim, GatewayParts } from "../../parts.ts";
import { createBudgets } from "./budgets.ts";
import type { Directory } from "./directory.ts";

type Parts = Pick<GatewayParts, "config" | "limits" | "metrics"> & { directory: Directory };

/** A home or an office has a whole /64 of IPv6 addresses; an IPv4 address may come dressed as one. */
export const addressName = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const after = groups(tail ?? "");
  const zeros = tail === undefined ? [] : Array<string>(8 - groups(head).length - after.length).fill("0");
  return `${[...groups(head), ...zeros, ...after].slice(0, 4).join(":")}::/64`;
};

/**
 * Slows wrong sign-ins, per address and per serial number, and never a unit's own secret: 256 random bits are looked at
 * at once, whatever else was tried under that name or from that address. The provisioning key is shared and chosen by
 * people, so once its address has guessed too often each look at it waits for its turn, the right one too.
 */
export const createSignIn = ({ config, limits, metrics, directory }: Parts) => {
  const { slowMs, gapMs, keptBack } = limits.wrongSignIns;
  const ofAddress = createBudgets(config.MQTT_WRONG_SIGN_INS_PER_ADDRESS);
  const ofSerial = createBudgets(config.MQTT_WRONG_SIGN_INS_PER_SERIAL);
  const nextLook = new Map<string, number>();
  let waiting = 0;

  /** False when too many stand before it. */
  const turn = async (address: string): Promise<boolean> => {
    metrics.slowedSignIns.inc({ by: "address" });
    const now = performance.now();
    for (const [name, look] of nextLook) if (look < now) nextLook.delete(name);
    const at = Math.max(now, nextLook.get(address) ?? 0) + gapMs;
    if (at - now > slowMs) return false;
    nextLook.set(address, at);
    await pause(at - now);
    return true;
  };

  const slow = async (by: "address" | "serial"): Promise<void> => {
    metrics.slowedSignIns.inc({ by });
    if (waiting >= keptBack) return;
    waiting += 1;
    await pause(slowMs);
    waiting -= 1;
  };

  return async (claim: Claim): Promise<Admission | null | "later"> => {
    const address = addressName(claim.address);
    const takesTurn = directory.isProvisioning(claim) && ofAddress.isSpent(address);
    if (takesTurn && !(await turn(address))) return "later";
    const admission = await directory.admit(claim);
    if (admission) return admission;
    const addressLeft = ofAddress.spend(address);
    const serialLeft = ofSerial.spend(claim.serialNumber);
    // Who has waited for a turn has waited.
    if (!takesTurn && !(addressLeft && serialLeft)) await slow(addressLeft ? "serial" : "address");
    return null;
  };
};
