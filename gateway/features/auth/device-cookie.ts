import cookie from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const name = "device";
const secondsADay = 86_400;
/** 256 random bits in base64url. */
const token = /^[\w-]{43}$/;
/** No token contains it, and cookies carry it without encoding. */
const separator = ".";

export const installCookies = async (app: FastifyInstance): Promise<void> => {
  await app.register(cookie);
};

/**
 * What the browser was given when operators signed in before, the newest first; whether a token means anything, the
 * device's record says. Only the first `most` parts of the cookie are read, and those that are no tokens are left out.
 */
export const deviceTokensOf = ({ cookies }: FastifyRequest, most: number): string[] =>
  (cookies[name] ?? "").split(separator, most).filter((part) => token.test(part));

/** Scripts cannot read it, other sites cannot send it, and only sign-in calls receive it. Secure over HTTPS. */
export const giveDeviceTokens = (reply: FastifyReply, tokens: string[], path: string, days: number): void => {
  void reply.setCookie(name, tokens.join(separator), {
    path,
    httpOnly: true,
    sameSite: "strict",
    secure: "auto",
    maxAge: days * secondsADay,
  });
};
