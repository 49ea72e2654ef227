import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isLoopback } from "#shared/runtime/config-network.ts";
import { bears, cameThroughProxy, insidersAlone } from "#shared/runtime/insiders.ts";
import { version } from "#shared/runtime/version.ts";
import type { Readiness } from "./readiness.ts";
import type { WorkerMetrics } from "./worker-metrics.ts";

interface Options {
  /** 0 takes any free one. */
  port: number;
  host: string;
  metricsToken: string | undefined;
  readiness: Readiness;
  metrics: Pick<WorkerMetrics, "registry">;
}
interface Answer {
  status: number;
  type: string;
  text: string;
}

const json = (status: number, body: object): Answer => ({
  status,
  type: "application/json",
  text: JSON.stringify(body),
});
/** More than any monitor opens at once. */
const mostConnections = 50;

const isInsider = ({ headers, socket }: IncomingMessage, token: string | undefined): boolean =>
  bears(headers.authorization, token) || (isLoopback(socket.remoteAddress ?? "") && !cameThroughProxy(headers));

/**
 * A worker's /healthz, /readyz and /metrics, in the words of the gateway's (docs/operations.md): the first two are open
 * and carry nothing of operators or customers, the figures are for insiders. Throws EADDRINUSE where the port is taken.
 */
export const serveWorkerHealth = async ({ port, host, metricsToken, readiness, metrics }: Options) => {
  const answerTo = async (request: IncomingMessage): Promise<Answer> => {
    const [path] = (request.url ?? "/").split("?");
    if (request.method !== "GET") return json(404, { success: false, error: "There is nothing to change here" });
    if (path === "/healthz") return json(200, { success: true, status: "up" });
    if (path === "/readyz") {
      const { parts, why } = await readiness.probe();
      if (why.length === 0) return json(200, { success: true, ...parts, version });
      return json(503, { success: false, error: `Not ready: ${why.join(", ")}`, ...parts, version });
    }
    if (path !== "/metrics") return json(404, { success: false, error: "A worker has /healthz, /readyz and /metrics" });
    if (!isInsider(request, metricsToken)) return json(403, { success: false, error: insidersAlone });
    await readiness.measure();
    return { status: 200, type: metrics.registry.contentType, text: await metrics.registry.metrics() };
  };
  const answer = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const { status, type, text } = await answerTo(request).catch(() =>
      json(500, { success: false, error: "This could not be found out" }),
    );
    reply.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(text);
  };
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 }, (request, reply) => {
    request.resume();
    void answer(request, reply);
  });
  server.maxConnections = mostConnections;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
