import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { Aedes } from "aedes";
import { Server } from "socket.io";
import { parseUpTopic } from "#shared/events/machine-topics.ts";

/**
 * The least that brings a heartbeat to a browser: Aedes and Socket.IO with a line of code between them. It checks,
 * stores and remembers nothing, knows no silence, and lets everybody in.
 */
let accepted = 0;
const broker = await Aedes.createBroker();
const http = createHttpServer();
const io = new Server(http, { transports: ["websocket"], serveClient: false });
io.on("connection", (socket) => {
  socket.on("join", (_rooms: string[], reply: (answer: { success: true }) => void) => reply({ success: true }));
});
broker.on("publish", ({ topic, payload }, client) => {
  if (!client) return;
  accepted += 1;
  // Where nobody watches, it is a bare Aedes.
  const found = io.engine.clientsCount > 0 && parseUpTopic(topic);
  if (!found) return;
  if (found.topic !== "live") return;
  const { strength } = JSON.parse(payload.toString()) as { strength: number | null };
  io.emit("presence.changed", [{ serialNumber: found.serialNumber, lastSeen: Date.now(), strength }]);
});
const tcp = createServer((socket) => {
  socket.setNoDelay(true);
  broker.handle(socket);
});
const listen = (server: typeof tcp | typeof http) =>
  new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
const [mqttPort, port] = [await listen(tcp), await listen(http)];
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ accepted, rss: process.memoryUsage.rss(), cpuSeconds: (user + system) / 1e6 });
});
process.on("disconnect", () => process.exit(0));
process.send?.({ url: `http://127.0.0.1:${port}`, mqttUrl: `mqtt://127.0.0.1:${mqttPort}` });
