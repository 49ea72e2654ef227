import { createHmac, timingSafeEqual } from "node:crypto";

/** The signature of a notice: over its bytes as they came, because the same JSON written anew has another one. */
export const signatureOf = (raw: Buffer, secret: string): string =>
  createHmac("sha256", secret).update(raw).digest("hex");

/**
 * Whether one of our secrets signed these bytes. Several are valid while one is being changed: what was sent before is
 * repeated with the signature that it had.
 */
export const isSigned = (raw: Buffer, signature: unknown, secrets: readonly string[]): boolean =>
  typeof signature === "string" &&
  /^[\da-f]{64}$/.test(signature) &&
  secrets.some(
    (secret) =>
      secret !== "" && timingSafeEqual(Buffer.from(signatureOf(raw, secret), "hex"), Buffer.from(signature, "hex")),
  );
