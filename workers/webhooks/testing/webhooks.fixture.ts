import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { ObjectId } from "mongodb";
import { afterAll, afterEach, beforeAll } from "vitest";
import { createLogger } from "#shared/runtime/logger.ts";
import { createSecrets } from "#shared/runtime/secrets.ts";
import { serviceConfig } from "#shared/runtime/testing/service-config.ts";
import { publishEvent } from "#shared/webhooks/publish-event.server.ts";
import type { WebhookDocument } from "#shared/webhooks/webhook.document.server.ts";
import { webhookEvents } from "#shared/webhooks/webhook-events.ts";
import { renewSecret } from "#shared/webhooks/webhook-secrets.server.ts";
import { setUpDatabase } from "../../../scripts/migrate/testing/test-databases.ts";
import { createWebhookSweep } from "../webhook-sweep.ts";

/** In place of a status: closed, not answered until the test says so, answered by another protocol, or taken and closed. */
export const [closed, held, switched, taken] = [-1, -2, -3, -4] as const;
const anotherProtocol = "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n";

export const secrets = () => createSecrets(serviceConfig().JWT_SECRET);

/** An endpoint that answers 204 where the test wants nothing else, and may be killed. */
const openEndpoint = () => {
  const far = {
    heard: [] as { body: string; headers: IncomingHttpHeaders }[],
    /** To which each of them was posted. */
    paths: [] as string[],
    answers: [] as number[],
    waiters: [] as (() => void)[],
    /** The workers' clock is so far ahead of MongoDB's. */
    ahead: 0,
  };
  const server = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const status = far.answers.shift() ?? 204;
      if (status === 204 || status === taken) {
        far.heard.push({ body: Buffer.concat(parts).toString(), headers: request.headers });
        far.paths.push(request.url ?? "");
      }
      if (status === closed || status === taken) request.socket.destroy();
      else if (status === switched) request.socket.end(anotherProtocol);
      else if (status === held) far.waiters.push(() => reply.writeHead(204).end());
      else reply.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end();
    });
  });
  return { far, server };
};

/** Webhooks of an endpoint whose answers the test chooses, and workers whose clock it moves. */
export const setUpWebhooks = () => {
  const mongo = setUpDatabase();
  const { far, server } = openEndpoint();
  const now = () => Date.now() + far.ahead;
  const workers: ReturnType<typeof createWebhookSweep>[] = [];
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((one) => one.idle()));
    await mongo.collections.webhooks.deleteMany({});
    await mongo.collections.webhookDeliveries.deleteMany({});
    far.heard.length = 0;
    far.paths.length = 0;
    far.answers = [];
    far.ahead = 0;
  });
  afterAll(() => server.close());
  let port = 0;
  const address = () => {
    port = (server.address() as AddressInfo | null)?.port ?? port;
    return `http://127.0.0.1:${port}/events`;
  };
  return {
    mongo,
    far,
    heard: far.heard,
    waiters: far.waiters,
    now,
    address,
    /** Nobody listens there until it has started again. */
    killEndpoint: (): Promise<void> =>
      new Promise((resolve) => {
        address();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    startEndpoint: (): Promise<void> => new Promise((resolve) => server.listen(port, "127.0.0.1", resolve)),
    worker: (config = serviceConfig()) => {
      const log = createLogger("workers", "silent");
      const made = createWebhookSweep({ mongo, databaseClock: { now }, log, config });
      workers.push(made);
      return made;
    },
    addWebhook: async (more: Partial<WebhookDocument> = {}) => {
      const { secret, sealedSecrets } = renewSecret(secrets(), [], now());
      const webhook: WebhookDocument = {
        _id: new ObjectId(),
        address: address(),
        description: "",
        types: ["order.failed", "order.paid"],
        enabled: true,
        sealedSecrets,
        createdAt: new Date(),
        failingSince: null,
        rev: 0,
        ...more,
      };
      await mongo.collections.webhooks.insertOne(webhook);
      return { webhook, secret };
    },
    publish: (type: "order.failed" | "order.paid" | "order.canceled", subject: ObjectId) =>
      mongo.inTransaction((dbSession) =>
        publishEvent(mongo, dbSession, { type, subject, data: webhookEvents[type].example, at: new Date() }),
      ),
    typesOf: (subject: ObjectId): string[] =>
      far.heard
        .map(({ body }) => JSON.parse(body))
        .filter((event) => event.subject.id === subject.toHexString())
        .map(({ type }) => type),
    waiting: () => mongo.collections.webhookDeliveries.countDocuments({ state: "waiting" }),
  };
};
