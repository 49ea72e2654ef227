import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

const opened = (box: string, key: Buffer): string => {
  const bytes = Buffer.from(box, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString("utf8");
};

/**
 * The secrets of control units. They are 256 random bits, so a plain SHA-256 cannot be searched, and a storm of
 * reconnects is not stopped by a slow hash. `key` is the installation's secret; the sealing key is derived from it. What
 * was sealed under the previous one opens too.
 */
export const createSecrets = (key: string, previousKey?: string) => {
  const sealingKeyOf = (of: string) => Buffer.from(hkdfSync("sha256", of, "", "cansole sealed unit secrets", keyBytes));
  const sealingKey = sealingKeyOf(key);
  const previousSealingKey = previousKey === undefined ? null : sealingKeyOf(previousKey);
  const digest = (secret: string) => createHash("sha256").update(secret).digest();

  return {
    /** 256 random bits as base64url. */
    newSecret: (): string => randomBytes(keyBytes).toString("base64url"),

    /** What is stored in place of the secret. */
    hash: (secret: string): string => digest(secret).toString("base64url"),

    /** Takes the same time whether the first or the last byte differs. */
    matches: (secret: string, hash: string): boolean => {
      const stored = Buffer.from(hash, "base64url");
      return stored.length === keyBytes && timingSafeEqual(digest(secret), stored);
    },

    /** Encrypts a secret that its unit has yet to fetch (AES-256-GCM; a nonce of its own each time). */
    seal: (secret: string): string => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", sealingKey, nonce);
      const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
    },

    /** Throws when the box was altered, or was sealed under neither key. */
    open: (box: string): string => {
      try {
        return opened(box, sealingKey);
      } catch (error) {
        if (previousSealingKey === null) throw error;
        return opened(box, previousSealingKey);
      }
    },
  };
};
export type Secrets = ReturnType<typeof createSecrets>;
