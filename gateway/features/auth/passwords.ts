import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

/** OWASP's minimum for scrypt: 32 MiB and about a quarter of a second. */
const cost: ScryptOptions = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1_048_576 };
const hashBytes = 32;

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, hashBytes, cost, (error, hash) => (error ? reject(error) : resolve(hash)));
  });

/** What is stored in place of a password: `salt:hash` in base64url. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  return `${salt.toString("base64url")}:${(await derive(password, salt)).toString("base64url")}`;
};

/** A hash of nothing: whoever has no password takes as long to refuse as whoever has one. */
const nobody = `${randomBytes(16).toString("base64url")}:${randomBytes(hashBytes).toString("base64url")}`;

export const isPassword = async (password: string, stored: string | null): Promise<boolean> => {
  const [salt = "", hash = ""] = (stored ?? nobody).split(":");
  const right = Buffer.from(hash, "base64url");
  const given = await derive(password, Buffer.from(salt, "base64url"));
  return stored !== null && given.length === right.length && timingSafeEqual(given, right);
};
