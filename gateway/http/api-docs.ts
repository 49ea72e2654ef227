import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { FastifyInstance, FastifyReply, onRequestAsyncHookHandler } from "fastify";

const at = "/api/v1.2/docs";

/** The one file of Scalar's page. Its plugin would load a parser of documents into the gateway, which has no use for it. */
const scalarFile = () => {
  const plugin = createRequire(import.meta.url).resolve("@scalar/fastify-api-reference");
  return join(dirname(plugin), "js", "standalone.js");
};

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Cansole API</title>
  </head>
  <body>
    <div id="app"></div>
    <script src="${at}/scalar.js"></script>
    <script src="${at}/start.js"></script>
  </body>
</html>
`;

/** Nothing comes from elsewhere and nothing goes there: no fonts, no proxy, no figures of use. */
const settings = {
  sources: [
    { title: "Cansole", url: "/api/v1.2/openapi.json", default: true },
    { title: "Intake", url: "/api/v1.2/intake/openapi.json" },
  ],
  withDefaultFonts: false,
  telemetry: false,
  // Its tools share and deploy documents at Scalar.
  showDeveloperTools: "never",
  hideClientButton: true,
  agent: { disabled: true },
};
const start = `Scalar.createApiReference("#app", ${JSON.stringify(settings)});\n`;

/** Scalar writes its styles into the page; scripts come from files as everywhere. */
const allowStyles = (reply: FastifyReply): void => {
  const policy = String(reply.getHeader("content-security-policy") ?? "");
  void reply.header("content-security-policy", policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"));
};

/** A page on which callers that `door` admits can read and try the API. */
export const serveApiDocs = (app: FastifyInstance, door: onRequestAsyncHookHandler): void => {
  const served = { schema: { hide: true }, onRequest: door };
  app.get(at, served, async (_request, reply) => {
    allowStyles(reply);
    return reply.type("text/html; charset=utf-8").send(page);
  });
  app.get(`${at}/start.js`, served, async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send(start),
  );
  app.get(`${at}/scalar.js`, served, async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send(await readFile(scalarFile())),
  );
};
