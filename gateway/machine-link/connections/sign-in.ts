import { setTimeout as pause } from "node:timers/promises";
import type { Admission, Claim } from "#shared/events/unit-connections.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { GatewayParts } from "../../parts.ts";
import { createBudgets } from "./budgets.ts";
import type { Directory } from "./directory.ts";
import type { KnownSecrets } from "./known-secrets.ts";

type Parts = Pick<GatewayParts, "config" | "limits" | "metrics"> & {
  directory: Directory;
  known: KnownSecrets;
};

/**
 * Slows wrong sign-ins, per address and per serial number, and never a unit's own secret: 256 random bits are looked at
 * at once, whatever else was tried under that name or from that address. The provisioning key is shared and chosen by
 * people, so once its address has guessed too often each look at it waits for its turn, the right one too. Whose secret is
 * known to be right passes all others; where strangers have spent what they may, nobody else is looked at.
 */
export const createSignIn = ({ config, limits, metrics, directory, known }: Parts) => {
  const { slowMs, gapMs, keptBack } = limits.wrongSignIns;
  const ofAddress = createBudgets(config.MQTT_WRONG_SIGN_INS_PER_ADDRESS);
  const ofSerial = createBudgets(config.MQTT_WRONG_SIGN_INS_PER_SERIAL);
  const ofUnit = createBudgets(limits.comings.perMinute, { burst: limits.comings.burst });
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

  /** "later" when too many strangers wait already. */
  const lookUp = async (claim: Claim): Promise<Admission | null | "later"> => {
    try {
      return await directory.admit(claim, false);
    } catch (error) {
      if (!(error instanceof DomainError && error.kind === "too-many")) throw error;
      metrics.slowedSignIns.inc({ by: "line" });
      return "later";
    }
  };

  return async (claim: Claim): Promise<Admission | null | "later"> => {
    const { address } = claim;
    if (known.isRight(claim)) {
      // Nobody else can spend it.
      if (!ofUnit.spend(claim.serialNumber)) {
        metrics.slowedSignIns.inc({ by: "unit" });
        return "later";
      }
      const admission = await directory.admit(claim, true);
      if (admission) return admission;
    }
    if (claim.isCrowded) {
      metrics.slowedSignIns.inc({ by: "crowd" });
      return "later";
    }
    const takesTurn = directory.isProvisioning(claim) && ofAddress.isSpent(address);
    if (takesTurn && !(await turn(address))) return "later";
    const admission = await lookUp(claim);
    if (admission) return admission;
    const addressLeft = ofAddress.spend(address);
    const serialLeft = ofSerial.spend(claim.serialNumber);
    // Waiting for a turn was slow enough.
    if (!takesTurn && !(addressLeft && serialLeft)) await slow(addressLeft ? "serial" : "address");
    return null;
  };
};
