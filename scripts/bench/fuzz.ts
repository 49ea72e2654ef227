import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import * as fc from "fast-check";
import { newApiKey } from "#shared/api-keys/api-keys.server.ts";
import { readServiceConfig } from "#shared/runtime/config.ts";
import { trialPayments } from "#shared/runtime/config-payments.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { serviceEnv } from "#shared/runtime/testing/service-env.ts";
import { defaultLimits } from "../../gateway/limits.ts";
import { startGateway } from "../../gateway/start.ts";
import { declaredEndpoints } from "../../gateway/testing/declared-endpoints.ts";
import { addMachine, addProduct, addProfile, addRegion, addRequest, addUnit } from "../../gateway/testing/network.ts";
import { plantLists } from "../../gateway/testing/planted-lists.ts";
import { plantOperator } from "../integration/planted.ts";
import { startPaymentProvider } from "../payment-provider/server.ts";
import { runBench, say, table } from "./command-line.ts";
import { readKnownValues } from "./fuzz/known-values.ts";
import { type Drawn, filledIn, requestsOf, type Sender } from "./fuzz/requests.ts";
import { launchOwnServers } from "./own-servers.ts";

const usage = "npm run fuzz -- [--requests 100000] [--seed 7] [--serve]";
/** Requests of one call that are drawn together, from one seed. */
const drawnAtOnce = 10;
const atOnce = 6;
/** At most this many failures are printed with all that it takes to repeat them. */
const mostPrinted = 20;
const classes = ["2xx", "3xx", "4xx", "429", "5xx"];

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "100000" },
    seed: { type: "string", default: String(randomInt(1_000_000)) },
    serve: { type: "boolean", default: false },
  },
});
const [requests, seed] = [Number(values.requests), Number(values.seed)];
if (!(requests > 0 && Number.isInteger(seed))) throw new Error(usage);

const endless = 1_000_000_000;
/** These limits are off: their refusals would answer in place of the calls. */
const limits = {
  signInPerMinute: endless,
  intakePerMinute: endless,
  wrongKeysPerMinute: endless,
  otp: { ...defaultLimits.otp, everyMs: 0, perHour: endless },
  wrongTries: { ...defaultLimits.wrongTries, most: endless },
};

/** A gateway on servers of its own, with some of everything in its database, and a payment provider. */
const openGateway = async () => {
  const services = await launchOwnServers(say);
  const { PAYMENT_KEY_ID: keyId, PAYMENT_KEY_SECRET: keySecret } = trialPayments;
  const provider = await startPaymentProvider({ keyId, keySecret, notices: () => null });
  const env = serviceEnv(services, { ...trialPayments, PAYMENT_BASE_URL: provider.url });
  const log = createLogger("fuzz", "error");
  const gateway = await startGateway(readServiceConfig(env), { log, port: 0, mqttPort: 0, limits });
  const { parts } = gateway;
  for (let nth = 0; nth < 10; nth++) {
    await Promise.all([addProduct(parts), addRegion(parts), addRequest(parts), addProfile(parts)]);
    await addUnit(parts, await addMachine(parts));
  }
  await plantLists(parts);
  const stop = async () => {
    await gateway.stop();
    await provider.close();
    await services.stop();
  };
  return { gateway, stop };
};
type Gateway = Awaited<ReturnType<typeof openGateway>>["gateway"];

/** What each sender shows; who was signed out or ended by a request comes back as another. */
const signIn = async ({ parts }: Gateway, sender: Sender): Promise<Record<string, string>> => {
  if (sender === "stranger") return {};
  if (sender !== "key") return { authorization: `Bearer ${await plantOperator(parts, sender)}` };
  const { key, record } = newApiKey({ name: `fuzz ${randomInt(endless)}` }, { kind: "system", id: null }, Date.now());
  await parts.mongo.collections.apiKeys.insertOne(record);
  return { "x-api-key": key };
};

const fuzz = async (gateway: Gateway) => {
  const shown = new Map<Sender, Promise<Record<string, string>>>();
  const calls = (await declaredEndpoints()).map(([name, endpoint]) => ({
    name: `${name}: ${endpoint.method} ${endpoint.path}`,
    requests: requestsOf(endpoint),
    counts: new Map<string, number>(),
  }));
  const failed: string[] = [];

  const send = async (drawn: Drawn, find: Parameters<typeof filledIn>[1]): Promise<string> => {
    const { sender } = drawn;
    const { method, path, headers: own, body } = filledIn(drawn, find);
    const credentials = shown.get(sender) ?? signIn(gateway, sender);
    shown.set(sender, credentials);
    const headers = { ...(await credentials), ...own };
    const init = { method, headers, redirect: "manual" as const, ...(body === undefined ? {} : { body }) };
    const answer = await fetch(`${gateway.url}/api/v1.2${path}`, init);
    const said = (await answer.text()).slice(0, 200);
    const { status } = answer;
    if (status === 401) shown.delete(sender);
    if (status >= 500) failed.push(JSON.stringify({ status, said, sender, method, path, headers: own, body }));
    return status === 429 ? "429" : `${Math.floor(status / 100)}xx`;
  };

  for (let sent = 0, round = 0; sent < requests; round++) {
    const find = await readKnownValues(gateway.parts.mongo.collections);
    const drawn = calls.flatMap(({ requests: of, counts }, nth) =>
      fc
        .sample(of, { numRuns: drawnAtOnce, seed: seed + round * calls.length + nth })
        .map((request) => ({ request, counts })),
    );
    const left = drawn.slice(0, requests - sent);
    sent += left.length;
    const queue = left.values();
    const sender = async () => {
      for (const { request, counts } of queue) {
        const of = await send(request, find);
        counts.set(of, (counts.get(of) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, sender));
    if (round % 10 === 9) say(`${sent} requests, ${failed.length} failed`);
  }
  return { calls, failed };
};

runBench(async () => {
  const { gateway, stop } = await openGateway();
  if (values.serve) {
    const token = await plantOperator(gateway.parts);
    say(`${gateway.url}/api/v1.2/openapi.json, until Ctrl-C; authorization: Bearer ${token}`);
    await new Promise((resolve) => process.once("SIGINT", resolve).once("SIGTERM", resolve));
    return stop();
  }
  const { calls, failed } = await fuzz(gateway);
  table(
    ["call", ...classes],
    calls.map(({ name, counts }) => [name, ...classes.map((of) => counts.get(of) ?? 0)]),
  );
  const sums = classes.map((of) => calls.reduce((sum, { counts }) => sum + (counts.get(of) ?? 0), 0));
  for (const one of failed.slice(0, mostPrinted)) say(one);
  say(
    `Seed ${seed}: ${requests} requests to ${calls.length} calls, ${sums.join(", ")} answered ${classes.join(", ")}.`,
  );
  await stop();
  if (failed.length > 0) throw new Error(`${failed.length} requests failed the server; each stands above.`);
});
