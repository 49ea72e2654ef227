import { hkdfSync } from "node:crypto";
import {
  newUnitKeys,
  openCredentials,
  type SealedCredentials,
  type UnitKeys,
  unitKeysOf,
} from "#shared/runtime/sealed-credentials.ts";

/** A simulated unit's key pair: the same after every start, without a file, and as secret as `word`. */
export const simulatedKeys = (word: string, serialNumber: string): UnitKeys =>
  unitKeysOf(Buffer.from(hkdfSync("sha256", word, "", `cansole simulated unit key ${serialNumber}`, 32)));

export interface Remembered {
  serialNumber: string;
  /** Null: it has to ask. */
  secret: string | null;
  /** New ones, where they are left out. */
  keys?: UnitKeys | undefined;
}

/** What a unit keeps where a power cut does not reach it: its secret, and the keys that its secret is sealed to. */
export const createOwnSecret = ({ serialNumber, secret, keys = newUnitKeys() }: Remembered) => {
  let known = secret;
  return {
    key: keys.key,
    secret: (): string | null => known,
    /** Gives the secret; throws when it was sealed for somebody else. */
    take: (sealed: SealedCredentials): string => {
      known = openCredentials(serialNumber, keys, sealed);
      return known;
    },
  };
};
