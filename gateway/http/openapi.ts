import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { serveApiDocs } from "./api-docs.ts";
import { packOnce, sendPacked } from "./compression.ts";
import { insidersOnly } from "./insiders.ts";
import { intakePart, withoutUnused } from "./openapi-part.ts";
import { openApiWebhooks } from "./openapi-webhooks.ts";

type InsiderConfig = Parameters<typeof insidersOnly>[0];

/** The OpenAPI document, made from the endpoints as they are bound. Registered before them, because it listens. */
export const serveOpenApi = async (app: FastifyInstance, config: InsiderConfig): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Cansole",
        version: "1.2",
        description: "The console of a network of vending machines for returnable canned drinks.",
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: "/", description: "The console that this document came from." }],
      components: {
        securitySchemes: {
          apiKey: {
            type: "apiKey",
            in: "header",
            name: "X-Api-Key",
            description: "Created by an admin, shown once; for the customers' app.",
          },
          token: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "Answered by POST /auth/login." },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) =>
      withoutUnused({ ...jsonSchemaTransformObject(document), webhooks: openApiWebhooks() }),
  });
  const door = insidersOnly(config);
  serveApiDocs(app, door);
  app.get("/api/v1.2/openapi.json", { schema: { hide: true }, onRequest: door }, async () => app.swagger());
  // Authors of the customers' app see the app's own calls and none of the console's.
  let intake: ReturnType<typeof packOnce> | undefined;
  app.get("/api/v1.2/intake/openapi.json", { schema: { hide: true }, compress: false }, async (request, reply) => {
    // Anybody may call, and nothing is bound after the start: it is made once, and packed once.
    intake ??= packOnce(Buffer.from(JSON.stringify(intakePart(app.swagger()))));
    return sendPacked(request, reply, intake);
  });
};
