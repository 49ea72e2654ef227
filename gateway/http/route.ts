import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import type { Actor } from "#shared/audit/audit.server.ts";
import { onceFor } from "#shared/concurrency/once-for.ts";
import type { AnyEndpoint, CallAnswer, CallParts, Endpoint } from "#shared/http/endpoint.ts";
import { inEnvelope, Refusal } from "#shared/http/envelope.ts";
import { within } from "#shared/http/within.ts";
import { requireAdmin } from "#shared/users/user.rules.ts";
import { mayBePacked, sendPacked } from "./compression.ts";
import { closed, endFile, type FileAnswer, isFile, sendFile } from "./file-answer.ts";
import { type Idempotency, idempotencyHeaders, idempotencyOf } from "./idempotency.ts";
import { operatorOf, requireFreshProof, type SignedIn } from "./login.ts";
import { ignoreReadOnly } from "./read-only-fields.ts";
import { isShared, type SharedAnswer } from "./shared-answer.ts";
import { ended, isStreamed, type Streamed, streamOf } from "./streamed.ts";

const weakOf = (tag: string): string => tag.trim().replace(/^W\//, "");

/**
 * Sends an answer under a tag of its content, or 304 where the caller has it already. The tag is weak, because the same
 * answer travels packed or not. Caches of the caller may keep the answer, and ask each time whether it still holds.
 */
const sendTagged = (request: FastifyRequest, reply: FastifyReply, answer: object) => {
  const body = String(reply.serialize(answer));
  const tag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  void reply.headers({ etag: tag, "cache-control": "private, no-cache" });
  const known = request.headers["if-none-match"]?.split(",").map(weakOf) ?? [];
  if (known.includes("*") || known.includes(weakOf(tag))) return reply.code(304).send();
  return reply.type("application/json; charset=utf-8").send(body);
};

/** What a handler is given: the parsed request, and the caller. */
export type CallContext<E> = CallParts<E> & {
  /** Null at public endpoints and at those of the intake. */
  signedIn: SignedIn | null;
  actor: Actor;
  /** Matters at endpoints that are declared `idempotent`. */
  idempotency: Idempotency;
  request: FastifyRequest;
  /** For headers beside the answer. */
  reply: FastifyReply;
};

/** Before a sign-in a body is a phone and a code, or an email and a password. */
const publicBodyBytes = 10_240;

/** Rows and files are read on their way out. */
const sent = async (answer: object): Promise<void> => {
  if (isStreamed(answer)) await ended(answer);
  else if (isFile(answer)) await closed(answer);
};

type Handler<E> = (
  call: CallContext<E>,
) => Promise<CallAnswer<E> | Streamed<CallAnswer<E>> | SharedAnswer | FileAnswer>;

/** Declared on every route, so that tests can compare what is bound with what is declared. */
declare module "fastify" {
  interface FastifyContextConfig {
    endpoint?: AnyEndpoint;
  }
  interface FastifyRequest {
    signedIn: SignedIn | null;
    /** By the process's own clock, in milliseconds. */
    credentialsReadAt: number;
  }
}

const actorOf = ({ signedIn, keyHolder, ip }: FastifyRequest, waitsUntil: number): Actor => {
  const whence = { from: ip, waitsUntil };
  if (signedIn) {
    const { userId, loginId, operator } = signedIn;
    return { kind: "operator", id: userId, signIn: { login: loginId, role: operator.role }, ...whence };
  }
  if (keyHolder) return { kind: "intake", id: keyHolder.keyId, app: keyHolder.app, ...whence };
  return { kind: "system", id: null, ...whence };
};

/** How a caller authenticates, in the OpenAPI document. */
const securityOf = { public: [], operator: [{ token: [] }], key: [{ apiKey: [] }] };
const requirementOf = (app: FastifyInstance, access: AnyEndpoint["access"]) => {
  if (access === "public") return {};
  return { onRequest: access === "operator" ? app.requireOperator : app.requireApiKey };
};

/**
 * A DELETE takes its parameters from the body or the query: some clients and proxies drop the body of a DELETE.
 * An empty body elsewhere is an empty object, so that its missing fields are named.
 */
const fillBody = async (request: FastifyRequest) => {
  if (request.body === undefined || request.body === null) {
    request.body = request.method === "DELETE" ? { ...(request.query as object) } : {};
  }
};

/** Said in the OpenAPI document. */
const proofWords = {
  always: "403 with `needsProof` until POST /auth/proof has confirmed within the last five minutes who calls.",
  sometimes: "For some changes 403 with `needsProof` until POST /auth/proof has confirmed who calls.",
} as const;

const Unchanged = z.null().meta({ description: "The answer is the one whose ETag was sent in If-None-Match." });

/** A schema with what the OpenAPI document shows as its example. */
const shown = <T extends z.ZodType>(schema: T, example: object | undefined): T =>
  example ? schema.meta({ examples: [example] }) : schema;

/** What it answers, as the OpenAPI document says it. */
const answerOf = ({ file, reply, example }: Pick<AnyEndpoint, "file" | "reply" | "example">) =>
  file
    ? { content: Object.fromEntries(file.map((kind) => [kind, { schema: z.string().meta({ format: "binary" }) }])) }
    : shown(inEnvelope(reply), example && { success: true, ...example.reply });

/** Made once, however many gateways bind it: a schema that is new is compiled anew. */
const schemasOf = onceFor((endpoint: AnyEndpoint) => ({
  ...(endpoint.body ? { body: shown(endpoint.body, endpoint.example?.body) } : {}),
  ...(endpoint.idempotent ? { headers: idempotencyHeaders(endpoint.idempotent) } : {}),
  response: {
    200: answerOf(endpoint),
    ...(endpoint.etag ? { 304: Unchanged } : {}),
    "4xx": Refusal,
    "5xx": Refusal,
  },
}));

/** Binds one declared endpoint to a function; everything is parsed on the way in and on the way out. */
export const route = <
  P extends z.ZodObject<z.ZodRawShape> | undefined,
  Q extends z.ZodObject<z.ZodRawShape> | undefined,
  B extends z.ZodType | undefined,
  R extends z.ZodObject<z.ZodRawShape>,
>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handler: Handler<Endpoint<P, Q, B, R>>,
): void => {
  const declared = endpoint as unknown as AnyEndpoint;
  const { response, ...asked } = schemasOf(declared);
  const envelope = inEnvelope(endpoint.reply);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // HEAD would read whole lists whose content nobody receives.
    exposeHeadRoute: false,
    config: { endpoint: declared },
    ...(endpoint.access === "public" ? { bodyLimit: publicBodyBytes } : {}),
    ...(mayBePacked(declared) ? {} : { compress: false }),
    schema: {
      ...(endpoint.operationId ? { operationId: endpoint.operationId } : {}),
      summary: endpoint.summary,
      ...(endpoint.freshProof ? { description: proofWords[endpoint.freshProof] } : {}),
      tags: [endpoint.tag],
      security: securityOf[endpoint.access],
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...asked,
      // Fastify writes into it.
      response: { ...response },
    },
    ...requirementOf(app, endpoint.access),
    ...(endpoint.body ? { preValidation: [fillBody, ignoreReadOnly(declared)] } : {}),
    handler: async (request, reply) => {
      const { signedIn } = request;
      const waitsUntil = performance.now() + app.httpMs;
      const call = async () => {
        // A body was waited for, whether or not the call takes one, and a turn.
        if (signedIn) await app.requireStillOperator(request);
        if (endpoint.method !== "GET" && endpoint.access === "key") await app.requireStillApiKey(request);
        if (endpoint.freshProof === "always") requireFreshProof(operatorOf(request));
        if (endpoint.adminOnly) requireAdmin(operatorOf(request).operator.role, endpoint.adminOnly);
        return handler({
          params: request.params,
          query: request.query,
          body: request.body,
          signedIn: request.signedIn,
          actor: actorOf(request, waitsUntil),
          idempotency: idempotencyOf(declared, request),
          request,
          reply,
        } as unknown as CallContext<Endpoint<P, Q, B, R>>);
      };
      const inTurn = ({ loginId, userId }: SignedIn) => {
        if (endpoint.tag === "auth") return app.inAccountTurn(loginId, call, sent);
        return (endpoint.method === "GET" || endpoint.isLong ? app.inOperatorTurn : app.inWriteTurn)(
          userId,
          call,
          sent,
        );
      };
      const work = signedIn ? inTurn(signedIn) : call();
      const answer = await within(app.httpMs, "The server", work).catch((error: unknown) => {
        // An answer that comes too late is read by nobody.
        work
          .then((late) => (isStreamed(late) ? late.end() : isFile(late) ? endFile(late) : undefined))
          .catch(() => undefined);
        throw error;
      });
      if (isShared(answer)) return sendPacked(request, reply, answer.packedFor);
      const allowed = app.whileSignedIn(request);
      if (isFile(answer)) return sendFile(reply, answer, allowed);
      if (endpoint.etag) return sendTagged(request, reply, { success: true, ...(answer as object) });
      if (!isStreamed(answer)) return { success: true, ...(answer as object) };
      const inPieceTurn = <T>(work: () => Promise<T>) => (signedIn ? app.inPieceTurn(signedIn.userId, work) : work());
      return reply.type("application/json; charset=utf-8").send(streamOf(envelope, answer, allowed, inPieceTurn));
    },
  });
};
