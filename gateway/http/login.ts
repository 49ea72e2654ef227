import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ObjectId } from "mongodb";
import type { Operator } from "#shared/auth/auth.schema.ts";
import { hiddenPageHeader } from "#shared/auth/auth.schema.ts";
import { createTurnLimit } from "#shared/concurrency/turn-limit.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { Limits } from "../limits.ts";
import { callsAtOnce, createOperatorTurns, type OperatorTurns, piecesAtOnce, writesAtOnce } from "./operator-turns.ts";
import { admittedPerTurn } from "./stranger-turns.ts";
import type { Allowed } from "./streamed.ts";

/** The caller: read from MongoDB with each request, so that logout and suspension take effect at once. */
export interface SignedIn {
  loginId: ObjectId;
  userId: ObjectId;
  operator: Operator;
  /** When the login ends by itself unless it is used meanwhile; milliseconds since 1970. */
  endsAt: number;
  /** As it was stored; milliseconds since 1970. */
  lastUsedAt: number;
  /** They have proved within the last minutes that it is they, by a code or the password. */
  isFreshlyProved: boolean;
}

export interface Logins {
  /** Resolves a token to its caller. Throws `unauthenticated`, or `unavailable` when the record cannot be read. */
  read(token: string): Promise<SignedIn>;
  /** The same in two steps, so that a token is verified once: null where its signature is not ours or it is past its end. */
  readerOf(token: string): (() => Promise<SignedIn>) | null;
  /** Somebody is at work with this login: it does not end as idle. Stored at most once a minute; never throws. */
  use(signedIn: Pick<SignedIn, "loginId" | "lastUsedAt">): Promise<void>;
}

declare module "fastify" {
  interface FastifyInstance {
    requireOperator: (request: FastifyRequest) => Promise<void>;
    logins: Logins;
    /** How long a request may be kept waiting by the stores. */
    httpMs: number;
    /** For whatever a call of an operator reads. */
    inOperatorTurn: OperatorTurns;
    /** And for what it changes. */
    inWriteTurn: OperatorTurns;
    /** The same for calls about sign-ins, of each sign-in: who holds all turns of a stolen one is signed out by another. */
    inAccountTurn: OperatorTurns;
    /** For each piece of a list that is being sent. */
    inPieceTurn: OperatorTurns;
    /** For a request whose body has arrived: it may be half a minute since its head and the login were read. */
    requireStillOperator: (request: FastifyRequest) => Promise<void>;
    /** For an answer that is being sent: its check throws `unauthenticated` once the sign-in that requested it is over. */
    whileSignedIn: (request: FastifyRequest) => Allowed;
  }
}

/** Any 401 signs the console out, so this is the answer only where the sign-in itself is missing or over. */
export const notSignedIn = () => new DomainError("unauthenticated", "Please sign in");

/** The caller of an endpoint that needs an operator. */
export const operatorOf = ({ signedIn }: { signedIn: SignedIn | null }): SignedIn => {
  if (!signedIn) throw notSignedIn();
  return signedIn;
};

/** Throws `forbidden` for what a stolen token alone must not do; `needsProof` lets the console request one. */
export const requireFreshProof = ({ isFreshlyProved }: Pick<SignedIn, "isFreshlyProved">): void => {
  if (isFreshlyProved) return;
  throw new DomainError("needs-proof", "Confirm that it is you, with a one-time code or your password", {
    needsProof: true,
  });
};

const bearerOf = (request: FastifyRequest): string | null =>
  /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? null;

type LoginLimits = Pick<Limits, "httpMs" | "signInReadAgainMs" | "signInReadMeanwhileMs">;

/**
 * Gives every route its `requireOperator`, and every request its `signedIn`. A request keeps its login from ending as
 * idle, unless a page that nobody can see sent it.
 */
export const installLogins = (app: FastifyInstance, logins: Logins, limits: LoginLimits): void => {
  const admission = createTurnLimit(admittedPerTurn);
  app.decorate("httpMs", limits.httpMs);
  app.decorate("inOperatorTurn", createOperatorTurns(callsAtOnce, limits.httpMs));
  app.decorate("inWriteTurn", createOperatorTurns(writesAtOnce, limits.httpMs));
  app.decorate("inAccountTurn", createOperatorTurns(callsAtOnce, limits.httpMs));
  app.decorate("inPieceTurn", createOperatorTurns(piecesAtOnce));
  app.decorate("logins", logins);
  app.decorateRequest("signedIn", null);
  app.decorateRequest("credentialsReadAt", 0);
  app.decorate("whileSignedIn", (request: FastifyRequest): Allowed => {
    const token = request.signedIn && bearerOf(request);
    let readAt = performance.now();
    const check = async () => {
      if (!token || performance.now() - readAt < limits.signInReadAgainMs) return;
      readAt = performance.now();
      const now = await logins.read(token).catch((error: unknown) => {
        // Not knowing is no reason to end what was allowed.
        if (error instanceof DomainError && error.kind === "unauthenticated") throw error;
      });
      // Staff may not read to its end what an admin was shown.
      if (now && now.operator.role !== operatorOf(request).operator.role) throw notSignedIn();
    };
    return { check, everyMs: limits.signInReadMeanwhileMs };
  });
  app.decorate("requireStillOperator", async (request: FastifyRequest) => {
    if (performance.now() - request.credentialsReadAt < limits.signInReadAgainMs) return;
    request.signedIn = await logins.read(bearerOf(request) ?? "");
  });
  app.decorate("requireOperator", async (request: FastifyRequest) => {
    const token = bearerOf(request);
    // Thousands of calls with one token keep no other token waiting, and neither do strangers' calls, which share one
    // line.
    const read = token && logins.readerOf(token);
    await admission(read ? token : "");
    if (!read) throw notSignedIn();
    request.signedIn = await read();
    request.credentialsReadAt = performance.now();
    if (request.headers[hiddenPageHeader] === undefined) await logins.use(request.signedIn);
  });
};
