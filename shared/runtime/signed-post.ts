import { createHmac } from "node:crypto";

/**
 * The signature of what Cansole posts to others: HMAC-SHA256 in hexadecimal of the moment (seconds since 1970), a full
 * stop and the body, so that neither can be changed nor sent again much later.
 */
export const postSignature = (body: string, secret: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;

/** Which header carries it. */
export const signatureHeader = "cansole-signature";
