import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ObjectId } from "mongodb";
import type { Operator } from "#shared/auth/auth.schema.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { Limits } from "../limits.ts";

/** Whoever asks: read from MongoDB with each request, so that logout and suspension hold at once. */
export interface SignedIn {
  loginId: ObjectId;
  userId: ObjectId;
  operator: Operator;
  /** When the login ends by itself; milliseconds. */
  expiresAt: number;
}

/** Turns a bearer token into who asks. Throws `unauthenticated`, or `unavailable` when the record cannot be read. */
export interface Sessions {
  read(token: string): Promise<SignedIn>;
}

declare module "fastify" {
  interface FastifyInstance {
    requireOperator: (request: FastifyRequest) => Promise<void>;
    /** How long a request may be kept waiting by the stores. */
    httpMs: number;
  }
}

/** Any 401 signs the console out, so this is the answer only where the sign-in itself is missing or over. */
export const notSignedIn = () => new DomainError("unauthenticated", "Please sign in");

/** Who asks at an endpoint that needs an operator. */
export const operatorOf = ({ signedIn }: { signedIn: SignedIn | null }): SignedIn => {
  if (!signedIn) throw notSignedIn();
  return signedIn;
};

const bearerOf = (request: FastifyRequest): string | null =>
  /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? null;

/** Gives every route its `requireOperator`, and every request its `signedIn`. */
export const installSessions = (app: FastifyInstance, sessions: Sessions, { httpMs }: Pick<Limits, "httpMs">): void => {
  app.decorate("httpMs", httpMs);
  app.decorateRequest("signedIn", null);
  app.decorate("requireOperator", async (request: FastifyRequest) => {
    const token = bearerOf(request);
    if (!token) throw notSignedIn();
    request.signedIn = await sessions.read(token);
  });
};
