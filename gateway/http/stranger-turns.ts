import type { FastifyInstance } from "fastify";
import { createTurnLimit } from "#shared/concurrency/turn-limit.ts";
import { addressName } from "#shared/http/address-name.ts";

/**
 * Calls per turn of the event loop. A sign-in is checked within about 0.2 ms of the process's time; a made-up API key or
 * the name of a picture is looked up in MongoDB, a file on the disk.
 */
export const admittedPerTurn = 10;

/**
 * What needs no sign-in passes some at a time, and addresses take turns (an IPv6 network of /64 counts as one):
 * thousands of calls of one address keep neither operators nor the customers' app waiting. Calls of operators take turns
 * by their sign-in instead (`installLogins`).
 */
export const admitStrangersInTurns = (app: FastifyInstance): void => {
  const admission = createTurnLimit(admittedPerTurn);
  app.addHook("onRequest", async ({ ip, routeOptions }) => {
    if (routeOptions.config.endpoint?.access !== "operator") await admission(addressName(ip));
  });
};
