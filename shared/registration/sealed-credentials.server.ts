import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import type { CredentialsMessage } from "../events/machine-topics.ts";

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
/** What stands before the 32 bytes of an X25519 private key in PKCS#8 (RFC 8410). */
const privateKeyHead = Buffer.from("302e020100300506032b656e04220420", "hex");

export type SealedCredentials = CredentialsMessage["sealed"];

const bytesOf = (key: string): Buffer => Buffer.from(key, "base64url");
const publicKey = (key: string): KeyObject =>
  createPublicKey({ format: "jwk", key: { kty: "OKP", crv: "X25519", x: key } });
const publicPart = (key: KeyObject): string => {
  const { x } = createPublicKey(key).export({ format: "jwk" });
  if (typeof x !== "string") throw new Error("this is no X25519 key");
  return x;
};

/** An X25519 key pair from its 32 private bytes: a unit's flash memory, or a test's fixed numbers. */
export const unitKeysOf = (bytes: Buffer) => {
  if (bytes.length !== keyBytes) throw new Error("an X25519 private key has 32 bytes");
  const key = createPrivateKey({ format: "der", type: "pkcs8", key: Buffer.concat([privateKeyHead, bytes]) });
  return { privateKey: key, key: publicPart(key) };
};
export type UnitKeys = ReturnType<typeof unitKeysOf>;

/** A pair that nobody else has. `key` is the public half as `register` carries it: base64url. */
export const newUnitKeys = (): UnitKeys => {
  const { privateKey } = generateKeyPairSync("x25519");
  return { privateKey, key: publicPart(privateKey) };
};

/**
 * False for a key with which every shared secret would be zero: all zero bytes, and the other points of low order. Who
 * sealed to one would seal to everybody. OpenSSL refuses to derive anything from them.
 */
export const isUsableKey = (key: string): boolean => {
  if (bytesOf(key).length !== keyBytes) return false;
  try {
    diffieHellman({ privateKey: newUnitKeys().privateKey, publicKey: publicKey(key) });
    return true;
  } catch {
    return false;
  }
};

/** What people compare with the unit's own display: `A1B2-C3D4`, from the SHA-256 of the key's bytes. */
export const fingerprintOf = (key: string): string => {
  const digits = createHash("sha256").update(bytesOf(key)).digest("hex").slice(0, 8).toUpperCase();
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
};

interface Credentials {
  secret: string;
  /** What its commands are signed with; left out for a unit that does not check them. */
  commandKey?: Buffer | null;
}

interface Agreement {
  serialNumber: string;
  shared: Buffer;
  ephemeral: string;
  unit: string;
}
const sealingKey = ({ serialNumber, shared, ephemeral, unit }: Agreement): Buffer => {
  const salt = Buffer.concat([bytesOf(ephemeral), bytesOf(unit)]);
  return Buffer.from(hkdfSync("sha256", shared, salt, `cansole credentials v1 ${serialNumber}`, keyBytes));
};

/**
 * Seals a unit's secret, and the key of its commands where it checks them, to the unit's own public key, with a key pair
 * used this once. `fixed` is for the worked example alone: with a nonce or a pair used twice the seal would be worth
 * nothing. Throws for a key that is not usable.
 */
export const sealCredentials = (
  { serialNumber, key: unit, secret, commandKey }: Credentials & { serialNumber: string; key: string },
  fixed?: { ephemeral: UnitKeys; iv: Buffer },
): SealedCredentials => {
  const { privateKey, key: ephemeral } = fixed?.ephemeral ?? newUnitKeys();
  const iv = fixed?.iv ?? randomBytes(nonceBytes);
  const shared = diffieHellman({ privateKey, publicKey: publicKey(unit) });
  const cipher = createCipheriv("aes-256-gcm", sealingKey({ serialNumber, shared, ephemeral, unit }), iv);
  const text = JSON.stringify(commandKey ? { secret, commandKey: commandKey.toString("base64url") } : { secret });
  const data = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return { key: ephemeral, iv: iv.toString("base64url"), data: data.toString("base64url") };
};

/** What a unit does with `credentials`. Throws when it was sealed for another key or serial number, or was altered. */
export const openCredentials = (
  serialNumber: string,
  { privateKey, key: unit }: UnitKeys,
  { key: ephemeral, iv, data }: SealedCredentials,
): { secret: string; commandKey: Buffer | null } => {
  const shared = diffieHellman({ privateKey, publicKey: publicKey(ephemeral) });
  const key = sealingKey({ serialNumber, shared, ephemeral, unit });
  const decipher = createDecipheriv("aes-256-gcm", key, bytesOf(iv), { authTagLength: tagBytes });
  const bytes = bytesOf(data);
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  const text = Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString("utf8");
  const { secret, commandKey } = JSON.parse(text) as { secret?: unknown; commandKey?: unknown };
  if (typeof secret !== "string") throw new Error("there is no secret in these credentials");
  return { secret, commandKey: typeof commandKey === "string" ? bytesOf(commandKey) : null };
};
