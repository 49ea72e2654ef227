import * as fc from "fast-check";
import type { AnyEndpoint } from "#shared/http/endpoint.ts";
import { arbitraryOf, isKnown, type Known, known } from "./arbitrary-of.ts";

/** Who sends it. `stranger` shows nothing. */
export type Sender = "admin" | "staff" | "key" | "stranger";

/** A request as it is drawn, before what stands in the database is filled in. */
export interface Drawn {
  method: string;
  path: string;
  tag: string;
  sender: Sender;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, string>;
  /** In each part at most one field has a value that nobody would send. */
  odd: { part: "params" | "query" | "body" | "bytes" | "tail"; field: number; value: unknown } | null;
  body: unknown;
}

const nested = (levels: number, open: string, close: string) => `${open.repeat(levels)}0${close.repeat(levels)}`;
/** Bodies that are no JSON, or JSON that nobody should read to its end. */
const oddBytes = [
  ...["", "{", "null", "[]", '"a"', "\u0000", '{"a":1,"a":2}', '{"__proto__":{"a":1}}', "9".repeat(400)],
  ...[nested(20_000, "[", "]"), nested(20_000, '{"a":', "}"), nested(100, '{"reason":', "}")],
];
const oddTexts = [
  ...["", " ", "\u0000", "a\u0000b", "\ud800", "\u202e", "%", "%zz", "..", "../..", "$ne", "__proto__", "toString"],
  ...["-1", "0x10", "1e309", "NaN", "9".repeat(300), "x".repeat(5_000), "(", "[a-", "^.*$", "2026-02-30"],
  ...["0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "+275760-09-13", "f".repeat(24), "😀".repeat(30)],
];
const oddValues: unknown[] = [
  ...[null, true, [], [[]], {}, 0, -0, -1, 1e-9, 1e-300, 1.005, 2 ** 53, 1e21, 1e308, "0", Array(2_000).fill("1")],
  ...[{ toString: 1 }, { valueOf: 1 }, { toJSON: 1 }, { length: 1e9 }, { $gt: "" }, { $where: "1" }],
  JSON.parse('{"__proto__":1,"constructor":1}'),
];
const oddTails = ["/", "//", "/x", "?", "?%", "?a=%zz", "?__proto__=1", "?a[b]=1", "%00", "%ff", ";a", "?a=1&a=2"];

const oddIn = (parts: NonNullable<Drawn["odd"]>["part"][], ...values: fc.Arbitrary<unknown>[]) =>
  fc.record({ part: fc.constantFrom(...parts), field: fc.nat(9), value: fc.oneof(...values) });
const binary = fc.string({ unit: "binary", maxLength: 60 });
const odd: fc.Arbitrary<Drawn["odd"]> = fc.oneof(
  oddIn(["params", "query"], fc.constantFrom(...oddTexts), binary),
  oddIn(["body"], fc.constantFrom(...oddTexts, ...oddValues), fc.jsonValue(), fc.double()),
  oddIn(["bytes"], fc.constantFrom(...oddBytes), binary),
  oddIn(["tail"], fc.constantFrom(...oddTails)),
);

const media = ["text/plain", "application/xml", "multipart/form-data", "application/json; charset=x"];
const oddHeaderValues: Record<string, string[]> = {
  "idempotency-key": ["a", " ", "x".repeat(300), "\u00e9", "same-key"],
  "content-type": media,
  "accept-encoding": ["gzip", "br", "identity;q=0", "*;q=0", "x".repeat(50)],
  range: ["bytes=0-", "bytes=9-1", "lines=1"],
  "if-none-match": ["*", '"x"'],
  cookie: ["device=x", "=;;=", `device=${"%".repeat(20)}`],
  authorization: ["Bearer", "Bearer x.y.z", "Basic eDp5", "\u00ff"],
  "x-api-key": ["x", "cansole_"],
  "x-forwarded-for": ["x", "1.2.3.4, ::1", ","],
  "if-modified-since": ["x", "Thu, 01 Jan 1970 00:00:00 GMT"],
};
const drawnHeaders = Object.entries(oddHeaderValues).map(
  ([name, values]) => [name, fc.constantFrom(...values)] as const,
);
const oddHeaders = fc.record(Object.fromEntries(drawnHeaders), { requiredKeys: [] });

const weighed = (weights: Partial<Record<Sender, number>>) =>
  fc.oneof(...Object.entries(weights).map(([of, weight]) => ({ weight, arbitrary: fc.constant(of as Sender) })));
const senders: Record<AnyEndpoint["access"], fc.Arbitrary<Sender>> = {
  public: weighed({ admin: 1, stranger: 4 }),
  operator: weighed({ admin: 12, staff: 6, key: 1, stranger: 1 }),
  key: weighed({ admin: 1, key: 18, stranger: 1 }),
};

const partOf = (schema: AnyEndpoint["query"]) =>
  (schema ? arbitraryOf(schema) : fc.constant({})) as fc.Arbitrary<Record<string, unknown>>;

/** Requests of one call: half of them are as they should be. */
export const requestsOf = ({ method, path, access, tag, params, query, body, idempotent }: AnyEndpoint) => {
  const ids = Object.keys(params?.shape ?? {}).map((name) => [name, known(name)] as const);
  const key = idempotent === "required" ? fc.uuid().map((id) => ({ "idempotency-key": id })) : fc.constant({});
  const others = fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders });
  const headers = fc.tuple(key, others).map(([usual, other]) => ({ ...usual, ...other }));
  return fc.record<Drawn>({
    method: fc.constant(method),
    path: fc.constant(path),
    tag: fc.constant(tag),
    sender: senders[access],
    params: fc.record(Object.fromEntries(ids)),
    query: partOf(query),
    headers: headers as fc.Arbitrary<Record<string, string>>,
    odd: fc.oneof(fc.constant(null), odd),
    body: body ? arbitraryOf(body) : fc.constant(undefined),
  });
};

/** Replaces the `nth` of all fields of the body, lists included; a body that is no object is replaced whole. */
const replaced = (body: unknown, nth: number, value: unknown): unknown => {
  if (typeof body !== "object" || body === null) return value;
  const keys = Object.keys(body);
  const key = keys[nth % (keys.length + 1)];
  const copy: Record<string, unknown> = Object.fromEntries(Object.entries(body));
  const inner = key === undefined ? undefined : copy[key];
  const goesIn = typeof inner === "object" && inner !== null && !isKnown(inner) && nth > 4;
  copy[key ?? "unknown"] = goesIn ? replaced(inner, nth - 5, value) : value;
  return Array.isArray(body) ? Object.values(copy) : copy;
};

/** The one body that is no JSON: a picture of one point, as a browser sends it. */
const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const form = Buffer.concat([
  Buffer.from(
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n',
  ),
  Buffer.from(picture, "base64"),
  Buffer.from("\r\n--b--\r\n"),
]);

/** Percent signs of what is odd are sent as they are now and then: an address need not be a good one. */
const inAddress = (value: unknown): string => {
  const percent = String(value).length % 2 === 0 ? "%" : "%25";
  return encodeURIComponent(Buffer.from(String(value)).toString()).replaceAll("%25", percent);
};

/** The request as it is sent; `find` says what is known by that name now. */
export const filledIn = (drawn: Drawn, find: (known: Known) => unknown) => {
  const { odd: one } = drawn;
  const fill = (value: unknown): unknown => {
    // An id without another name is that of what the call is about.
    if (isKnown(value)) return find(/^_?id$/.test(value.field) ? { ...value, field: drawn.tag } : value);
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner)]));
  };
  const part = (name: "params" | "query" | "body") =>
    fill(one?.part === name ? replaced(drawn[name], one.field, one.value) : drawn[name]);
  const [params, query, body] = [part("params"), part("query"), part("body")] as [object, object, unknown];
  const path = drawn.path.replace(/:(\w+)/g, (_, name: string) => inAddress((params as Drawn["params"])[name]));
  const named = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = named.map(([name, value]) => `${inAddress(name)}=${inAddress(value)}`).join("&");
  const bytes = one?.part === "bytes" ? String(one.value) : body === undefined ? undefined : JSON.stringify(body);
  const isPicture = drawn.path.endsWith("/image") && bytes === undefined;
  const type = isPicture ? "multipart/form-data; boundary=b" : bytes === undefined ? null : "application/json";
  return {
    method: drawn.method,
    path: `${path}${search ? `?${search}` : ""}${one?.part === "tail" ? one.value : ""}`,
    headers: { ...(type === null ? {} : { "content-type": type }), ...drawn.headers },
    body: drawn.method === "GET" ? undefined : isPicture ? form : bytes,
  };
};
