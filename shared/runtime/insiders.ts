import { createHash, timingSafeEqual } from "node:crypto";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** A proxy on this machine leaves one of these behind: without TRUST_PROXY it would make everybody look like this machine. */
const forwarded = ["x-forwarded-for", "forwarded", "x-real-ip", "via"];

export const cameThroughProxy = (headers: object): boolean => forwarded.some((name) => name in headers);

/** Whether `Authorization` carries this very token; compared in constant time. */
export const bears = (authorization: string | undefined, wanted: string | undefined): boolean => {
  const [, token] = /^Bearer +(.+)$/i.exec(authorization ?? "") ?? [];
  return Boolean(wanted && token && timingSafeEqual(digest(token), digest(wanted)));
};

export const insidersAlone = "Only this machine, or METRICS_TOKEN as bearer token, may read this";
