import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { CommandMessage } from "../events/machine-topics.ts";

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

type Signed = Pick<CommandMessage, "commandId" | "type" | "channels" | "expiresAt">;

/** What the unit checks, in base64url: HMAC-SHA-256 of `id|unit|action|channels|expiresAt`, just as they are sent. */
export const commandMac = (key: Uint8Array, serialNumber: string, command: Signed): string => {
  const { commandId, type, channels, expiresAt } = command;
  const text = [commandId, serialNumber, type, channels.join(","), expiresAt].join("|");
  return createHmac("sha256", key).update(text, "utf8").digest("base64url");
};

/** Whether Cansole gave this command. Takes the same time wherever the two differ. */
export const isRightMac = (key: Buffer, serialNumber: string, { mac = "", ...command }: CommandMessage): boolean => {
  const given = Buffer.from(mac, "base64url");
  const right = Buffer.from(commandMac(key, serialNumber, command), "base64url");
  return given.length === right.length && timingSafeEqual(given, right);
};

export const newCommandKey = (): Buffer => randomBytes(keyBytes);

/** Only a unit's own secret opens the box: who reads the database alone can sign nothing. */
const lockOf = (serialNumber: string, secret: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "", `cansole command key ${serialNumber}`, keyBytes));

/** How a unit's command key is stored: encrypted with the unit's secret, of which the database has a hash alone. */
export const lockCommandKey = (serialNumber: string, secret: string, key: Buffer): string => {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", lockOf(serialNumber, secret), nonce);
  const data = Buffer.concat([cipher.update(key), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), data]).toString("base64url");
};

/** Throws when the box was altered, or locked with another secret or for another unit. */
export const unlockCommandKey = (serialNumber: string, secret: string, box: string): Buffer => {
  const bytes = Buffer.from(box, "base64url");
  const lock = lockOf(serialNumber, secret);
  const decipher = createDecipheriv("aes-256-gcm", lock, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
};
