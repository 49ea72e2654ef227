import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import * as fc from "fast-check";
import { newApiKey } from "#shared/runtime/api-keys.ts";
import { readRoomConfig } from "#shared/runtime/config.ts";
import { trialPayments } from "#shared/runtime/config-payments.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { roomEnv } from "#shared/runtime/testing/room-env.ts";
import { defaultLimits } from "../../gateway/limits.ts";
import { startGateway } from "../../gateway/start.ts";
import { declaredEndpoints } from "../../gateway/testing/declared-endpoints.ts";
import { addMachine, addProduct, addProfile, addRegion, addRequest, addUnit } from "../../gateway/testing/network.ts";
import { plantLists } from "../../gateway/testing/planted-lists.ts";
import { startPaymentProvider } from "../payment-provider/server.ts";
import { plantOperator } from "../walks/planted.ts";
import { head, row, runBench, say } from "./command-line.ts";
import { readKnownValues } from "./fuzz/known-values.ts";
import { type Drawn, filledIn, requestsOf, type Sender } from "./fuzz/requests.ts";
import { launchOwnServers } from "./own-servers.ts";

const usage = "npm run fuzz -- [--requests 100000] [--seed 7] [--at-once 6] [--serve]";
/** Requests of one call that are drawn together, from one seed. */
const drawnAtOnce = 10;
/** So many failures are printed with all that it takes to repeat them. */
const mostPrinted = 20;

const readWishes = () => {
  const { values } = parseArgs({
    options: {
      requests: { type: "string", default: "100000" },
      seed: { type: "string", default: String(randomInt(1_000_000)) },
      "at-once": { type: "string", default: "6" },
      serve: { type: "boolean", default: false },
    },
  });
  const [requests = 0, seed = 0, atOnce = 0] = [values.requests, values.seed, values["at-once"]].map(Number);
  if (!(requests > 0 && Number.isInteger(seed) && atOnce > 0)) throw new Error(usage);
  return { requests, seed, atOnce, serve: values.serve };
};

const endless = 1_000_000_000;
/** None of them is what is looked for here: they would answer for the calls. */
const unlimited = {
  signInPerMinute: endless,
  intakePerMinute: endless,
  wrongKeysPerMinute: endless,
  otp: { ...defaultLimits.otp, everyMs: 0, perHour: endless },
  wrongTries: { ...defaultLimits.wrongTries, most: endless },
};

/** A gateway on servers of its own, with some of everything in its database, and a payment provider. */
const openGateway = async () => {
  const services = await launchOwnServers(say);
  const provider = await startPaymentProvider({
    keyId: trialPayments.PAYMENT_KEY_ID,
    keySecret: trialPayments.PAYMENT_KEY_SECRET,
    notices: () => null,
  });
  const env = roomEnv(services, { ...trialPayments, PAYMENT_BASE_URL: provider.url });
  const log = createLogger("fuzz", "error");
  const gateway = await startGateway(readRoomConfig(env), { log, port: 0, mqttPort: 0, limits: unlimited });
  const { parts } = gateway;
  for (let nth = 0; nth < 10; nth++) {
    await Promise.all([addProduct(parts), addRegion(parts), addRequest(parts), addProfile(parts)]);
    await addUnit(parts, await addMachine(parts));
  }
  await plantLists(parts);
  return {
    gateway,
    stop: async () => {
      await gateway.stop();
      await provider.close();
      await services.stop();
    },
  };
};
type Gateway = Awaited<ReturnType<typeof openGateway>>["gateway"];

/** What each sender shows of himself; one who was signed out or ended by a request comes back as another. */
const createSenders = ({ parts }: Gateway) => {
  const signIn = async (sender: Sender): Promise<Record<string, string>> => {
    if (sender === "stranger") return {};
    if (sender !== "key") return { authorization: `Bearer ${await plantOperator(parts, sender)}` };
    const { key, record } = newApiKey({ name: `fuzz ${randomInt(endless)}` }, { kind: "system", id: null }, Date.now());
    await parts.mongo.collections.apiKeys.insertOne(record);
    return { "x-api-key": key };
  };
  const known = new Map<Sender, Promise<Record<string, string>>>();
  return {
    headersOf: (sender: Sender) => {
      const headers = known.get(sender) ?? signIn(sender);
      known.set(sender, headers);
      return headers;
    },
    forget: (sender: Sender) => known.delete(sender),
  };
};

type Counts = Record<"2xx" | "3xx" | "4xx" | "429" | "5xx", number>;
const classOf = (status: number): keyof Counts =>
  status === 429 ? "429" : (`${Math.floor(status / 100)}xx` as keyof Counts);

const fuzz = async (gateway: Gateway, { requests, seed, atOnce }: ReturnType<typeof readWishes>) => {
  const { headersOf, forget } = createSenders(gateway);
  const endpoints = await declaredEndpoints();
  const calls = endpoints.map(([name, endpoint]) => {
    const counts: Counts = { "2xx": 0, "3xx": 0, "4xx": 0, "429": 0, "5xx": 0 };
    return { name, endpoint, requests: requestsOf(endpoint), counts };
  });
  const failed: string[] = [];

  const send = async (drawn: Drawn, find: Parameters<typeof filledIn>[1]): Promise<number> => {
    const { method, path, headers: own, body } = filledIn(drawn, find);
    const headers = { ...(await headersOf(drawn.sender)), ...own };
    const url = `${gateway.url}/api/v1.2${path}`;
    const answer = await fetch(url, { method, headers, redirect: "manual", ...(body === undefined ? {} : { body }) });
    const said = await answer.text();
    if (answer.status === 401) forget(drawn.sender);
    if (answer.status >= 500)
      failed.push(
        JSON.stringify({
          status: answer.status,
          said: said.slice(0, 200),
          as: drawn.sender,
          method,
          path,
          headers: own,
          body,
        }),
      );
    return answer.status;
  };

  let sent = 0;
  for (let round = 0; sent < requests; round++) {
    const find = await readKnownValues(gateway.parts.mongo.collections);
    const turns = calls.flatMap((call, nth) =>
      fc
        .sample(call.requests, { numRuns: drawnAtOnce, seed: seed + round * calls.length + nth })
        .map((drawn) => ({ drawn, counts: call.counts })),
    );
    const left = turns.slice(0, requests - sent).values();
    const sender = async () => {
      for (const { drawn, counts } of left) counts[classOf(await send(drawn, find))] += 1;
    };
    await Promise.all(Array.from({ length: atOnce }, sender));
    sent += Math.min(turns.length, requests - sent);
    if (round % 10 === 9) say(`${sent} requests, ${failed.length} failed`);
  }
  return { calls, failed };
};

runBench(async () => {
  const wishes = readWishes();
  const { gateway, stop } = await openGateway();
  if (wishes.serve) {
    say(
      `${gateway.url}/api/v1.2/openapi.json, until Ctrl-C; authorization: Bearer ${await plantOperator(gateway.parts)}`,
    );
    await new Promise((resolve) => process.once("SIGINT", resolve).once("SIGTERM", resolve));
    return stop();
  }
  const began = performance.now();
  const { calls, failed } = await fuzz(gateway, wishes);
  const seconds = Math.round((performance.now() - began) / 1_000);
  const classes = ["2xx", "3xx", "4xx", "429", "5xx"] as const;
  say(head("call", ...classes));
  for (const { name, endpoint, counts } of calls)
    say(row(`${name}: ${endpoint.method} ${endpoint.path}`, ...classes.map((of) => counts[of])));
  const sums = classes.map((of) => calls.reduce((sum, { counts }) => sum + counts[of], 0));
  say(row(`all ${calls.length} calls`, ...sums));
  for (const one of failed.slice(0, mostPrinted)) say(one);
  say(`Seed ${wishes.seed}: ${wishes.requests} requests in ${seconds} s, ${failed.length} were answered with 5xx.`);
  await stop();
  if (failed.length > 0) throw new Error("Some requests failed the server; each stands above.");
});
