import { existsSync } from "node:fs";
import { resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { GatewayParts } from "../parts.ts";
import { serveQrCodes } from "./qr-codes.ts";

const base = "/inventory/v1.2";
/** Vite names these by their content. */
const assets = `${base}/assets/`;
const yearSeconds = 31_536_000;

type FileParts = Pick<GatewayParts, "config" | "mongo" | "limits" | "log">;

/**
 * The built web client, the QR codes, and what is said where nothing is. Any path of the console is answered with its
 * one page, whatever the case, because the page itself knows its routes.
 */
export const serveFiles = async (app: FastifyInstance, { config, mongo, limits, log }: FileParts): Promise<void> => {
  const root = resolve(config.WEB_ROOT);
  const isBuilt = () => existsSync(resolve(root, "index.html"));
  if (!isBuilt()) log.warn({ webRoot: root }, "WEB_ROOT holds no built web client; only the API is served");

  await app.register(fastifyStatic, {
    root,
    // By itself it reads the whole directory for each file, three times where there is none.
    serve: false,
    index: false,
    cacheControl: false,
    preCompressed: true,
    suppressWarning: true,
    setHeaders: (reply, path) => {
      const forever = path.startsWith(resolve(root, "assets"));
      void reply.header("cache-control", forever ? `public, max-age=${yearSeconds}, immutable` : "no-cache");
    },
  });
  // The handler must not return the reply: each function that returns it would listen to it, and Node warns of a leak.
  app.get<{ Params: { "*": string } }>(`${base}/*`, { schema: { hide: true } }, (request, reply) => {
    void reply.sendFile(request.params["*"]);
  });
  app.get("/", { schema: { hide: true } }, async (_request, reply) => reply.redirect(`${base}/`));
  serveQrCodes(app, mongo, limits);

  const page = (reply: FastifyReply): void => {
    if (isBuilt()) return void reply.sendFile("index.html");
    const sentence = "The web client is not built: run npm run build, or set WEB_ROOT to where it is.";
    void reply.code(503).type("text/plain; charset=utf-8").send(sentence);
  };
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = `${request.url.split("?", 1)[0]?.toLowerCase()}/`;
    const reads = request.method === "GET" || request.method === "HEAD";
    if (reads && path.startsWith(`${base}/`) && !path.startsWith(assets)) return page(reply);
    void reply.code(404).send({ success: false, code: "not-found", error: "Not found" });
  });
};
