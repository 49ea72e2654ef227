import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A request that came whole. */
interface Came {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What Cansole posts to, at a free port: a server whose answers the test gives. */
export const openFarEnd = async (answer: (came: Came, reply: ServerResponse) => unknown) => {
  const server = createServer(async (request, reply) => {
    const { method = "", url: path = "", headers } = request;
    const body = await text(request).catch(() => null);
    if (body !== null) await answer({ method, path, headers, body }, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
