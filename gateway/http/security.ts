import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/**
 * The headers of every answer. Scripts come from here only and never stand inside a page, because the token is kept
 * in local storage; styles may stand inside, because PrimeReact writes them so.
 */
export const installSecurity = async (app: FastifyInstance): Promise<void> => {
  await app.register(helmet, {
    // Cansole itself speaks plain HTTP; the proxy in front of it decides about HTTPS.
    strictTransportSecurity: false,
    referrerPolicy: { policy: "same-origin" },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        fontSrc: ["'self'", "data:"],
        connectSrc: ["'self'", "ws:", "wss:"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  });
};
