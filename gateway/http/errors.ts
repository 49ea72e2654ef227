import type { Socket } from "node:net";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ResponseSerializationError } from "fastify-type-provider-zod";
import type * as z from "zod";
import { invalidDate } from "#shared/http/date-range.ts";
import { DomainError, type RefusalCode, refusalStatus, statusOf } from "#shared/http/domain-error.ts";
import { takenSentence } from "#shared/runtime/collections.ts";
import { isTaken } from "#shared/runtime/mongo.ts";
import { TransactionsBusyError } from "#shared/runtime/transaction-turns.ts";
import type { Strangers } from "./stranger-counts.ts";

type Issue = z.core.$ZodIssue;

/** How much a complaint says that another branch was meant: each unknown key most, a wrong literal much. */
const weightOf = (issue: Issue): number => {
  if (issue.code === "unrecognized_keys") return 10 * issue.keys.length;
  return issue.code === "invalid_value" ? 5 : 1;
};

/** Of a union's branches only the one that fits best is reported: the one with the fewest and lightest complaints. */
const flatten = (issue: Issue): Issue[] => {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  const weight = (issues: Issue[]) => issues.reduce((sum, issue) => sum + weightOf(issue), 0);
  const best = [...issue.errors].sort((a, b) => weight(a) - weight(b))[0] ?? [];
  return best.flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] } as Issue));
};

/** How Zod begins the sentences that are its own; they do not say which field they mean. */
const zodsOwn = /^(Invalid (input|option|string|number|ISO|email|URL|key)|Too (big|small))\b/;

const sentence = (issue: Issue): string => {
  if (issue.code === "unrecognized_keys") return `Unknown field: ${issue.keys.join(", ")}`;
  const where = issue.path.join(".");
  if (where === "") return issue.message;
  if (issue.code === "invalid_value" && issue.message.startsWith("Invalid option"))
    return `${where}: must be one of ${issue.values.join(", ")}`;
  if (issue.message.endsWith("received undefined")) return `${where}: is required`;
  if (zodsOwn.test(issue.message)) return `${where}: ${issue.message.replace(/^Invalid input: /, "")}`;
  // It would not say which of two days it means.
  if (issue.message === invalidDate) return `${where}: ${invalidDate}`;
  // A message with a capital is a fixed text and stands alone (specification: Texts of checks).
  return /^[A-Z]/.test(issue.message) ? issue.message : `${where}: ${issue.message}`;
};

/** A list of wrong values has one for each of them: nobody reads more. */
const mostComplaints = 20;

/** Every complaint, once, in one line; of very many the first ones. */
export const complaints = (issues: Issue[]): string => {
  const sentences = new Set<string>();
  for (const issue of issues) {
    for (const inner of flatten(issue)) sentences.add(sentence(inner));
    if (sentences.size > mostComplaints) return `${[...sentences].slice(0, mostComplaints).join("; ")}; and more`;
  }
  return [...sentences].join("; ");
};

/** The type is said anew: a file that vanished while it was served has already said its own. */
const refuse = (
  reply: FastifyReply,
  code: RefusalCode,
  error: string,
  { data = {}, status = refusalStatus[code] }: { data?: Record<string, unknown>; status?: number } = {},
) =>
  reply
    .code(status)
    .type("application/json; charset=utf-8")
    .send({ ...data, success: false, code, error });

/** The classes of what Fastify and its plugins refuse; a refusal without one is a request that breaks a rule. */
const codeOfStatus = (status: number): RefusalCode => {
  if (status === 404) return "not-found";
  const [kind] = Object.entries(statusOf).find(([, of]) => of === status) ?? ["invalid"];
  return kind as RefusalCode;
};

const fixedTexts: Record<number, string> = {
  413: "The request is too large",
  415: "The request's content type is not supported",
};

/** What Fastify refuses before a route is found: neither hooks nor the error handler run. */
export const refuseUnroutable = (error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void => {
  void reply.headers({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
  const isBadUrl = error.code === "FST_ERR_BAD_URL";
  void refuse(reply, isBadUrl ? "invalid" : "not-found", isBadUrl ? "The address cannot be read" : "Not found");
};

/** What Node refuses before there is a request, by its own code. */
const halfRequests: Record<string, [status: string, code: RefusalCode, error: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "request-timeout", "The request took too long"],
  HPE_HEADER_OVERFLOW: [
    "431 Request Header Fields Too Large",
    "headers-too-large",
    "The request's headers are too large",
  ],
};

/** Answers what is no HTTP request in the same envelope, and closes the connection. */
export const refuseUnreadable = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const [status, code, said] = halfRequests[error.code ?? ""] ?? [
    "400 Bad Request",
    "invalid",
    "The request cannot be read",
  ];
  const body = JSON.stringify({ success: false, code, error: said });
  const head = `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(`HTTP/1.1 ${status}\r\n${head}\r\nConnection: close\r\n\r\n${body}`, () => socket.destroy(error));
};

type StoreError = Error & { code?: unknown; errorResponse?: unknown; hasErrorLabel?: (label: string) => boolean };

/** MongoDB's codes of a member that is no primary any more, ends, cannot reach the others, or answers too late. */
const membersInTransit = new Set([
  6, 7, 50, 89, 91, 134, 189, 262, 9_001, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436,
]);

/** MongoDB's codes of a user without its rights (13, 18), and of a full disk or quota (14031, 8000). */
const takesNone = new Set([13, 18, 8_000, 14_031]);

/** MongoDB's codes of a majority that did not confirm in time (64), or that there is not (79, 100). */
const noMajority = new Set([64, 79, 100]);

const hasCodeOf = (codes: ReadonlySet<number>, { name, code }: StoreError): boolean =>
  /^Mongo/.test(name) && codes.has(Number(code));

/**
 * MongoDB has the write, and a majority of it has not: it is kept if they come back, and gone if another primary is
 * elected meanwhile. A call that is repeated under its key is not done twice.
 */
const isUnconfirmed = (error: StoreError): boolean =>
  error.name === "MongoWriteConcernError" ||
  hasCodeOf(noMajority, error) ||
  error.hasErrorLabel?.("UnknownTransactionCommitResult") === true;

/** An error that several writes at once share has its name and code inside, and must not show the server's message. */
const causeOf = (error: StoreError): StoreError =>
  error.name === "MongoBulkWriteError" && error.errorResponse instanceof Error ? error.errorResponse : error;

/** A store that cannot be reached, as its driver names it, is overloaded or takes nothing: try again, Cansole itself works. */
const isAway = (error: StoreError): boolean =>
  /^Mongo(Network|NetworkTimeout|ServerSelection|PoolCleared|PoolClosed|WaitQueueTimeout)Error$/.test(error.name) ||
  error.name === "MaxRetriesPerRequestError" ||
  error instanceof TransactionsBusyError ||
  hasCodeOf(membersInTransit, error) ||
  hasCodeOf(takesNone, error) ||
  error.hasErrorLabel?.("TransientTransactionError") === true ||
  error.hasErrorLabel?.("RetryableWriteError") === true;
const storeIsAway = (error: StoreError): boolean => isAway(causeOf(error));

/**
 * The client disconnected while it sent its request, or before the answer was on its way: nothing failed here, and nobody
 * receives the answer.
 */
const isGone = (error: FastifyError, { raw }: FastifyRequest): boolean =>
  raw.socket.destroyed && (error.code === "ERR_STREAM_PREMATURE_CLOSE" || error === raw.errored);

/** The one place where an error becomes a status and an envelope. No 5xx carries internals. */
export const answerErrors = (app: FastifyInstance, strangers: Strangers) => {
  /** A caller who is not signed in could else fill the log; a count shows how often they tried. */
  const isWorthALine = (request: FastifyRequest, what: string) =>
    request.signedIn || request.keyHolder || strangers.isFirst(what);
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    if (isGone(error, request)) {
      const what = "the caller hung up before the answer";
      if (isWorthALine(request, what)) request.log.info(what);
      return refuse(reply, "internal", "Internal server error");
    }
    if (error instanceof DomainError) {
      const wait = error.data.retryAfterSeconds;
      if (typeof wait === "number") void reply.header("retry-after", wait);
      return refuse(reply, error.code, error.message, { data: error.data });
    }
    if (error instanceof ResponseSerializationError) {
      const what = "a reply does not match its schema";
      if (isWorthALine(request, what)) request.log.error({ issues: error.cause.issues }, what);
      return refuse(reply, "internal", "Internal server error");
    }
    const taken = isTaken(error) ? takenSentence(error) : null;
    if (taken) return refuse(reply, "exists-already", taken);
    if (isUnconfirmed(error)) {
      const what = "a majority of MongoDB does not confirm writes";
      if (isWorthALine(request, what)) request.log.warn({ err: error.message }, what);
      return refuse(
        reply,
        "unconfirmed",
        "The database could not confirm this in time; look whether it was done and try again",
      );
    }
    if (storeIsAway(error)) {
      if (isWorthALine(request, "a store does not answer"))
        request.log.warn({ err: error.message }, "a store does not answer");
      return refuse(reply, "unavailable", "The server cannot answer right now; try again shortly");
    }
    const status = error.statusCode ?? 500;
    if (status >= 500) {
      if (isWorthALine(request, "request failed")) request.log.error({ err: error }, "request failed");
      return refuse(reply, "internal", "Internal server error");
    }
    return refuse(reply, codeOfStatus(status), fixedTexts[status] ?? error.message, { status });
  });
};
