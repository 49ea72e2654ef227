import type * as z from "zod";
import type { AdminAction } from "../users/user.rules.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";
type Shape = z.ZodObject<z.ZodRawShape>;

/** What a call takes and answers. */
interface Call<
  Params extends Shape | undefined,
  Query extends Shape | undefined,
  Body extends z.ZodType | undefined,
  Reply extends Shape,
> {
  /** What generated clients call it: the name under which it is exported. Every call of the API has one. */
  readonly operationId?: string;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /**
   * Takes an `Idempotency-Key`, or requires one: repeated with the same key it is done once and answers what it
   * answered then.
   */
  readonly idempotent?: true | "required";
  /**
   * Requires a proof of the last minutes that the operator calls, not only their token: for every call, or for some,
   * which the service decides. 403 with `needsProof` without one; the console requests it and calls again.
   */
  readonly freshProof?: "always" | "sometimes";
  /**
   * Its body, its answer or somebody else's server is long on the way: it takes a place among the calls of its operator
   * that read, of which more are worked on at once.
   */
  readonly isLong?: true;
  /** Staff are refused, in the words of this action. */
  readonly adminOnly?: AdminAction;
  /** For the OpenAPI document: what is sent, and what is answered beside `success`. */
  readonly example?: { readonly body?: object; readonly reply: object };
  /** For a call by API key: what the key must be allowed, where the path does not say it. */
  readonly scope?: string;
  /** Answers with an ETag, and 304 to a caller that sends the ETag of the present answer. */
  readonly etag?: true;
  /** The fields beside `success`. */
  readonly reply: Reply;
  /** Answers a file of one of these media types in place of its reply; a refusal is JSON all the same. */
  readonly file?: readonly string[];
  /**
   * The success notice, if a call has one (specification: Notices). A GET shows it only if the operator requested it.
   */
  readonly notice?: string;
  /**
   * The fixed text for a request that itself failed, without an answer or with one that cannot be read
   * (specification: Failures).
   */
  readonly failure: string;
}

/** `public` needs no sign-in, `key` the customers' app with its API key, everything else an operator. */
type Access = "public" | "operator" | "key";

/**
 * One call of the product, written once: the gateway binds it, the web calls it, the OpenAPI document lists it.
 * `path` is relative to /api/v1.2 and has `:name` for each field of `params`.
 */
export interface Endpoint<
  Params extends Shape | undefined = Shape | undefined,
  Query extends Shape | undefined = Shape | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Reply extends Shape = Shape,
> extends Call<Params, Query, Body, Reply> {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly tag: string;
  readonly access: Access;
}

/** Declares the calls of one tag: each by its method and path, with the exact types of its schemas. */
export const callsOf = (tag: string, access: Access = "operator", adminOnly?: AdminAction) => {
  const by =
    (method: Method) =>
    <
      Reply extends Shape,
      Params extends Shape | undefined = undefined,
      Query extends Shape | undefined = undefined,
      Body extends z.ZodType | undefined = undefined,
    >(
      path: Endpoint["path"],
      call: Call<Params, Query, Body, Reply>,
    ): Endpoint<Params, Query, Body, Reply> => ({
      method,
      path,
      tag,
      access,
      ...(adminOnly && { adminOnly }),
      ...call,
    });
  return { get: by("GET"), post: by("POST"), put: by("PUT"), del: by("DELETE") };
};

/** An endpoint of any shape, for code that handles them all alike. */
export type AnyEndpoint = Endpoint<Shape | undefined, Shape | undefined, z.ZodType | undefined, Shape>;

type InputOf<T> = T extends z.ZodType ? z.input<T> : undefined;
type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What a caller sends: exactly the parts that the endpoint declares. */
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, Shape>
    ? (P extends z.ZodType ? { params: InputOf<P> } : { params?: undefined }) &
        (Q extends z.ZodType ? { query?: InputOf<Q> } : { query?: undefined }) &
        (B extends z.ZodType ? { body: InputOf<B> } : { body?: undefined })
    : never;

/** What the handler is given, after the schemas have parsed it. */
export type CallParts<E> =
  E extends Endpoint<infer P, infer Q, infer B, Shape>
    ? { params: OutputOf<P>; query: OutputOf<Q>; body: OutputOf<B> }
    : never;

/** What the caller gets back, without the envelope. */
export type CallReply<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never;
/** What the handler gives: the schema's input, because replies are parsed on the way out. */
export type CallAnswer<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.input<R> : never;
