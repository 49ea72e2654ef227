import type { EventEmitter } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { Aedes, type AuthenticateError, type Client } from "aedes";
import {
  type CommandMessage,
  downTopic,
  type LiveMessage,
  type LocksMessage,
  parseUpTopic,
  type RegisterMessage,
  type ResultMessage,
  upTopics,
} from "#shared/events/machine-topics.ts";
import { sealCredentials } from "#shared/registration/sealed-credentials.server.ts";

interface Heard {
  register: { serialNumber: string; payload: RegisterMessage }[];
  live: { serialNumber: string; payload: LiveMessage }[];
  locks: { serialNumber: string; payload: LocksMessage }[];
  result: { serialNumber: string; payload: ResultMessage }[];
}

export const bareProvisioningKey = "bare-provisioning";
const refusal = () => Object.assign(new Error("no"), { returnCode: 5 }) as AuthenticateError;

/**
 * The gateway's end of the protocol and nothing behind it: what a unit says is checked against the schemas and kept
 * in lists. It decides who may come in, what time it is, and whether a message is stored.
 */
export const openBareGateway = async () => {
  const secrets = new Map<string, string>();
  const keys = new Map<string, string>();
  const heard: Heard = { register: [], live: [], locks: [], result: [] };
  const order: number[] = [];
  const subscribed: string[] = [];
  const broken: string[] = [];
  const sockets = new Set<Socket>();
  const rules = { sendsTime: true, stores: true, admits: true };

  const broker = await Aedes.createBroker({
    authenticate: (client, username, password, done) => {
      const word = password?.toString();
      const own = username === client.id && secrets.has(client.id) && word === secrets.get(client.id);
      const provision = username === "provision" && word === bareProvisioningKey && !secrets.has(client.id);
      if (rules.admits && (own || provision)) done(null, true);
      else done(refusal(), false);
    },
    authorizePublish: (client, packet, done) => {
      const found = parseUpTopic(packet.topic);
      if (!client || found?.serialNumber !== client.id) return done(new Error("not its own topic"));
      const parsed = upTopics[found.topic].payload.safeParse(JSON.parse(packet.payload.toString()));
      if (!parsed.success) broken.push(`${packet.topic}: ${parsed.error.message}`);
      // Only the PUBACK says that it is stored: a gateway that cannot store closes the connection.
      if (!rules.stores && packet.qos === 1) return done(new Error("cannot be stored"));
      (heard[found.topic] as unknown[]).push({ serialNumber: client.id, payload: parsed.data });
      if (parsed.data && "seq" in parsed.data) order.push(parsed.data.seq);
      if (parsed.data && "key" in parsed.data && parsed.data.key) keys.set(client.id, parsed.data.key);
      done(null);
    },
  });
  (broker as EventEmitter).on("error", (error) => broken.push(String(error)));
  const send = (serialNumber: string, topic: "command" | "time" | "credentials", payload: object) =>
    broker.publish(
      {
        cmd: "publish",
        topic: downTopic(serialNumber, topic),
        payload: Buffer.from(JSON.stringify(payload)),
        qos: topic === "time" ? 0 : 1,
        retain: false,
        dup: false,
      },
      () => undefined,
    );
  broker.on("subscribe", (subscriptions, client: Client) => {
    const own = subscriptions.some(({ topic }) => topic.endsWith("/down/#"));
    if (own) subscribed.push(client.id);
    if (own && rules.sendsTime) send(client.id, "time", { now: new Date().toISOString() });
  });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.setNoDelay(true);
    broker.handle(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    mqttUrl: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rules,
    heard,
    /** The numbers of all stored `locks` and `result` messages, as they came. */
    order,
    /** Who subscribed with its own login, each time that it did. */
    subscribed,
    /** What broke the protocol; empty is good. */
    broken,
    connected: () => broker.connectedClients,
    /** Admits the unit with this secret, and sends it if it waits on the provisioning login. */
    register: (serialNumber: string, secret: string) => {
      secrets.set(serialNumber, secret);
      const key = keys.get(serialNumber);
      if (key) send(serialNumber, "credentials", { sealed: sealCredentials({ serialNumber, key, secret }) });
    },
    /** The unit is registered no longer. */
    forget: (serialNumber: string) => secrets.delete(serialNumber),
    sendTime: (serialNumber: string, now = new Date()) => send(serialNumber, "time", { now: now.toISOString() }),
    command: (serialNumber: string, command: Partial<CommandMessage> & Pick<CommandMessage, "commandId" | "type">) =>
      send(serialNumber, "command", {
        sessionId: "session",
        channels: [],
        expiresAt: new Date(Date.now() + 30_000).toISOString(),
        ...command,
      }),
    /** As if the network had gone for everybody. */
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    resultsOf: (commandId: string) =>
      heard.result.map(({ payload }) => payload).filter((result) => result.commandId === commandId),
    stop: async () => {
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
export type BareGateway = Awaited<ReturnType<typeof openBareGateway>>;
