import { hkdfSync } from "node:crypto";
import type { CommandMessage } from "#shared/events/machine-topics.ts";
import { isRightMac } from "#shared/registration/command-keys.server.ts";
import {
  newUnitKeys,
  openCredentials,
  type SealedCredentials,
  type UnitKeys,
  unitKeysOf,
} from "#shared/registration/sealed-credentials.server.ts";

/** A simulated unit's key pair: the same after every start, without a file, and as secret as `word`. */
export const simulatedKeys = (word: string, serialNumber: string): UnitKeys =>
  unitKeysOf(Buffer.from(hkdfSync("sha256", word, "", `cansole simulated unit key ${serialNumber}`, 32)));

/** As a unit's credentials are written down; the key in base64url. */
export interface KeptCredentials {
  secret: string;
  commandKey: string | null;
}

interface Remembered {
  /** Null: it has to request one. */
  secret: string | null;
  /** What its commands must be signed with; none where it was given none. */
  commandKey?: Buffer | null | undefined;
  /** New ones, where they are left out. */
  keys?: UnitKeys | undefined;
}

/** What a unit keeps where a power cut does not reach it: its credentials, and the keys that they are sealed to. */
export const createOwnSecret = (serialNumber: string, remembered: Remembered) => {
  const { secret, commandKey = null, keys = newUnitKeys() } = remembered;
  let known: { secret: string | null; commandKey: Buffer | null } = { secret, commandKey };
  return {
    key: keys.key,
    secret: (): string | null => known.secret,
    /** A unit that was given no key can only believe it. */
    isGenuine: (command: CommandMessage): boolean =>
      known.commandKey === null || isRightMac(known.commandKey, serialNumber, command),
    /** Returns what is to be kept; throws when it was sealed for somebody else. */
    take: (sealed: SealedCredentials): KeptCredentials => {
      const taken = openCredentials(serialNumber, keys, sealed);
      known = taken;
      return { secret: taken.secret, commandKey: taken.commandKey?.toString("base64url") ?? null };
    },
  };
};
