import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { Id } from "#shared/http/fields.ts";

/** What a token says: who signed in, and which login it belongs to. Times in seconds, as JWT has them. */
const Claims = z.object({ sub: Id, jti: Id, iat: z.number().int(), exp: z.number().int() });
export type Claims = z.infer<typeof Claims>;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const header = encode({ alg: "HS256", typ: "JWT" });

/**
 * JSON Web Tokens of one kind only: HS256. The header is compared as text and never interpreted, so that a token
 * cannot choose its own algorithm.
 */
export const createTokens = (secret: string) => {
  const sign = (signed: string) => createHmac("sha256", secret).update(signed).digest();

  return {
    issue: (claims: Claims): string => {
      const signed = `${header}.${encode(claims)}`;
      return `${signed}.${sign(signed).toString("base64url")}`;
    },
    /** Null for whatever was not signed here, and past its end. `now` in milliseconds. */
    read: (token: string, now: number): Claims | null => {
      const [head, body, signature, ...rest] = token.split(".");
      if (head !== header || !body || !signature || rest.length > 0) return null;
      const given = Buffer.from(signature, "base64url");
      const right = sign(`${head}.${body}`);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      const claims = Claims.safeParse(JSON.parse(Buffer.from(body, "base64url").toString("utf8")));
      return claims.success && claims.data.exp * 1_000 > now ? claims.data : null;
    },
  };
};
