import { expect, test } from "vitest";
import * as z from "zod";
import { IntakeScope } from "#shared/api-keys/api-key.schema.ts";
import { declaredEndpoints } from "../testing/declared-endpoints.ts";
import { setUpGateway } from "../testing/gateway-under-test.ts";
import { scopeOf } from "./api-key.ts";

const gateway = setUpGateway({ limits: { signInPerMinute: 100_000 } });

const endpoints = await declaredEndpoints();
/** A path that fits, so that the answer depends on the caller. */
const filled = (path: string) => path.replace(/:\w+/g, "0123456789abcdef01234567");
const call = (method: string, path: string) => {
  const verb = method.toLowerCase() as "get" | "post" | "put" | "delete";
  return gateway.request[verb](filled(path));
};

test("every declared call is bound, and nothing else is", async () => {
  const bound = Object.entries((await gateway.request.get("/openapi.json")).body.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  );

  const declared = endpoints.map(([, { method, path }]) => `${method} /api/v1.2${path.replace(/:(\w+)/g, "{$1}")}`);
  expect(bound.sort()).toEqual(declared.sort());
});

test.each(endpoints.filter(([, { access }]) => access === "operator"))(
  "%s requires a sign-in before it reads anything else",
  async (_name, { method, path }) => {
    const answer = await call(method, path).send(method === "GET" ? undefined : { nonsense: true });

    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ success: false, code: "unauthenticated", error: "Please sign in" });
  },
);

test.each(endpoints.filter(([, { access }]) => access === "key"))(
  "%s asks for an API key before it looks at anything else; what sells also for an Idempotency-Key",
  async (_name, endpoint) => {
    const { method, path } = endpoint;
    const answer = await call(method, path).send(method === "GET" ? undefined : { nonsense: true });

    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ success: false, code: "api-key-missing", error: "X-Api-Key: is required" });
    expect(IntakeScope.options).toContain(scopeOf(endpoint));
    // What only reads needs no key of its own, and its ETag says whether it has changed.
    const isReading = scopeOf(endpoint).startsWith("read:");
    expect(endpoint.idempotent).toBe(isReading ? undefined : "required");
    expect(endpoint.etag ?? false).toBe(method === "GET");
  },
);

test("a HEAD reads no list for nobody: calls have none", async () => {
  const { token } = await gateway.signIn("admin");

  const answer = await gateway.request.head("/audit?download=true").set("authorization", `Bearer ${token}`);

  expect(answer.status).toBe(404);
});

test("only signing in is public", () => {
  const open = endpoints.filter(([, { access }]) => access === "public").map(([, { path }]) => path);

  expect(open.sort()).toEqual(["/auth/check", "/auth/login", "/auth/otp"]);
});

test.each(endpoints)("%s says what failed, what it is about, and names every part of its path", (_name, endpoint) => {
  expect(endpoint.failure).not.toBe("");
  expect(endpoint.summary).not.toBe("");
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  expect(Object.keys(endpoint.params?.shape ?? {}).sort()).toEqual(inPath.sort());
});

test.each(endpoints)("%s is called in the OpenAPI document as it is exported", (name, { operationId }) => {
  expect(operationId).toBe(name);
});

test("no two calls have one name", () => {
  expect(new Set(endpoints.map(([name]) => name)).size).toBe(endpoints.length);
});

/** Where a schema takes a list of any length. */
const endlessIn = (schema: unknown, at: string): string[] => {
  if (!(schema instanceof z.ZodType)) return [];
  const { checks = [] } = schema.def;
  const isBounded = checks.some((check) => check._zod.def.check === "max_length");
  const here = schema instanceof z.ZodArray && !isBounded ? [at] : [];
  const inside: [string, unknown][] = [];
  if (schema instanceof z.ZodArray) inside.push([`${at}[]`, schema.element]);
  if (schema instanceof z.ZodObject)
    inside.push(...Object.entries(schema.shape).map(([key, of]) => [`${at}.${key}`, of] as [string, unknown]));
  if (schema instanceof z.ZodUnion) inside.push(...schema.options.map((of) => [at, of] as [string, unknown]));
  if (schema instanceof z.ZodPipe) inside.push([at, schema.in], [at, schema.out]);
  if ("innerType" in schema.def) inside.push([at, schema.def.innerType]);
  return [...here, ...inside.flatMap(([where, of]) => endlessIn(of, where))];
};

test.each(endpoints)("%s takes no list without an end", (_name, { body, query }) => {
  expect([...endlessIn(body, "body"), ...endlessIn(query, "query")]).toEqual([]);
});

/** Whether a field that nobody declared is refused. */
const isStrict = (schema: unknown): boolean => {
  if (schema instanceof z.ZodUnion) return schema.options.every(isStrict);
  if (schema instanceof z.ZodPipe) return isStrict(schema.in);
  return schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodNever;
};

test.each(endpoints.filter(([, { body }]) => body))("%s takes no field that it does not know", (_name, { body }) => {
  expect(isStrict(body)).toBe(true);
});

test.each(endpoints.filter(([, { access }]) => access === "key"))(
  "%s shows an example that is one",
  (_name, endpoint) => {
    const { body, reply, example } = endpoint;
    expect(reply.strict().parse(example?.reply)).toEqual(example?.reply);
    expect(Boolean(example?.body)).toBe(Boolean(body));
    if (body) expect(body.parse(example?.body)).toEqual(example?.body);
  },
);
