import jwt from "@fastify/jwt";
import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { Id } from "#shared/http/fields.ts";
import type { GatewayParts } from "../../parts.ts";

/** What a token says: who signed in, and which login it belongs to. Times in seconds, as JWT has them. */
const Claims = z.object({ sub: Id, jti: Id, iat: z.number().int(), exp: z.number().int() });
export type Claims = z.infer<typeof Claims>;

export interface Tokens {
  issue(claims: Claims): string;
  /** Null for whatever was not signed here, is not for us, or is past its end. */
  read(token: string): Claims | null;
}

declare module "fastify" {
  interface FastifyInstance {
    tokens: Tokens;
  }
}

const issuer = "cansole";

/**
 * JSON Web Tokens of one kind only: HS256, ours, with an expiry. The algorithm in a token's header changes nothing. Its
 * login, which MongoDB keeps, decides whether it is still valid.
 */
export const installTokens = async (
  app: FastifyInstance,
  { config, clock }: Pick<GatewayParts, "config" | "clock">,
): Promise<Tokens> => {
  await app.register(jwt, {
    secret: config.JWT_SECRET,
    sign: { algorithm: "HS256", iss: issuer },
    verify: {
      algorithms: ["HS256"],
      allowedIss: issuer,
      requiredClaims: ["iss", "sub", "jti", "iat", "exp"],
    },
  });
  /** While JWT_SECRET is replaced, logins of the previous one stay valid. */
  const keys = [config.JWT_SECRET, config.JWT_SECRET_PREVIOUS].filter((one) => one !== undefined);
  const tokens: Tokens = {
    issue: (claims) => app.jwt.sign(claims),
    read: (token) => {
      for (const key of keys) {
        try {
          return Claims.parse(app.jwt.verify<Claims>(token, { key, clockTimestamp: clock.now() }));
        } catch {
          // The reason of a refusal helps only a forger.
        }
      }
      return null;
    },
  };
  app.decorate("tokens", tokens);
  return tokens;
};
