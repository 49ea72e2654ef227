import type { ObjectId } from "mongodb";
import type { Operator } from "#shared/auth/auth.schema.ts";

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
    requireOperator: (request: import("fastify").FastifyRequest) => Promise<void>;
    httpMs: number;
  }
}
