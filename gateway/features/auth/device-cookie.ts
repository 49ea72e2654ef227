import cookie from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const name = "device";
const secondsADay = 86_400;
/** 256 random bits in base64url. */
const token = /^[\w-]{43}$/;

export const installCookies = async (app: FastifyInstance): Promise<void> => {
  await app.register(cookie);
};

/** What the browser was given when it signed in before; whether it means anything, the device's record says. */
export const deviceTokenOf = ({ cookies }: FastifyRequest): string | null => {
  const value = cookies[name];
  return value !== undefined && token.test(value) ? value : null;
};

/** Scripts cannot read it, other sites cannot send it, and only sign-in calls receive it. Secure over HTTPS. */
export const giveDeviceToken = (reply: FastifyReply, value: string, path: string, days: number): void => {
  void reply.setCookie(name, value, {
    path,
    httpOnly: true,
    sameSite: "strict",
    secure: "auto",
    maxAge: days * secondsADay,
  });
};
