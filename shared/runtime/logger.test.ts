import { Writable } from "node:stream";
import { MongoServerError } from "mongodb";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createLogger, type Logger } from "./logger.ts";

let lines: string[];
let log: Logger;
beforeEach(() => {
  lines = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  log = createLogger("test", "info", sink as never);
});
afterEach(() => vi.useRealTimers());
const written = (): Record<string, unknown>[] => lines.map((line) => JSON.parse(line));

test("phones, codes, tokens and secrets never reach the log", () => {
  log.info(
    { phone: "9876543210", body: { OTP: "1234", token: "abc.def" }, a: { b: { secret: "s3cret" } } },
    "signing in",
  );

  expect(lines.join("")).toContain("signing in");
  expect(lines.join("")).not.toMatch(/9876543210|1234|abc\.def|s3cret/);
});

const ring = Object.assign(new Error("in a ring", { cause: new Error("below") }), { code: "ERING" });
Object.assign(ring, { self: ring, big: 10n, topology: { deep: { of: ring } } });
Object.assign(ring.cause as Error, { cause: ring });
const duplicate = new MongoServerError({ code: 11_000, message: "E11000 duplicate key", errInfo: { ring } });
const thorny = new Error("thorny");
Object.defineProperty(thorny, "code", {
  get: () => {
    throw new Error("no");
  },
  enumerable: true,
});
const several = new AggregateError([
  new Error("connect ECONNREFUSED ::1"),
  new Error("connect ECONNREFUSED 127.0.0.1"),
]);

test.each<[string, unknown, object]>([
  ["an error in a ring", ring, { name: "Error", message: "in a ring", code: "ERING" }],
  ["MongoDB's", duplicate, { name: "MongoServerError", message: "E11000 duplicate key", code: 11_000 }],
  ["one whose code throws", thorny, { name: "Error", message: "thorny" }],
  ["several", several, { name: "AggregateError", message: "connect ECONNREFUSED ::1; connect ECONNREFUSED 127.0.0.1" }],
])("%s is written with name, message, code and stack", (_, err, fields) => {
  log.error({ err }, "it failed");

  const [line] = written();
  expect(line?.err).toEqual({ ...fields, stack: expect.stringContaining("logger.test.ts") });
  expect(lines.join("")).not.toContain("unable to serialize");
});

test.each<[unknown, object]>([
  ["a string", { message: "a string" }],
  [{ phone: "9876543210" }, { name: "Object", message: "" }],
  [12, { message: "12" }],
])("what is thrown and is no error is written as far as it says something: %j", (err, fields) => {
  log.error({ err }, "it failed");
  expect(written()[0]?.err).toEqual(fields);
});

test("a driver's command with its arguments is not written", () => {
  const err = Object.assign(new Error("OOM command not allowed"), { command: { name: "set", args: ["9876543210"] } });
  log.warn({ err }, "not written");
  expect(lines.join("")).not.toContain("9876543210");
});

const forbidden = (name: string) =>
  `not authorized on cansole to execute command { insert: "users", documents: [ { name: "${name}", phone: "9876543210" } ], lsid: { id: UUID("1") } }`;
test.each<[string, string, string]>([
  ["a command that is forbidden", forbidden("Asha"), "not authorized on cansole to execute command insert users"],
  [
    "a command of no collection",
    'not authorized on admin to execute command { hello: 1, $db: "admin", comment: "Asha" }',
    "not authorized on admin to execute command hello 1",
  ],
  [
    "a value that is there already",
    'E11000 duplicate key error collection: cansole.users index: phone_1 dup key: { phone: "9876543210" }',
    "E11000 duplicate key error collection: cansole.users index: phone_1 dup key: {…}",
  ],
])("of %s MongoDB's values are not written", (_, message, said) => {
  const err = new MongoServerError({ message, code: 13 });
  log.error({ err: new Error("it failed", { cause: err }), why: message }, "a message was not stored");
  log.error({ err }, "request failed");
  log.error({ err: message }, "a store does not answer");

  expect(lines.join("")).not.toMatch(/9876543210|Asha/);
  expect(written().map(({ err: one, why }) => [(one as Error).message, why])).toEqual([
    ["it failed", said],
    [said, undefined],
    [said, undefined],
  ]);
  expect(written()[1]?.err).toHaveProperty("stack", expect.stringContaining("logger.test.ts"));
});

test("the same forbidden command with other values is the same failure", () => {
  for (const name of ["Asha", "Ravi", "Meera"]) log.warn({ err: forbidden(name) }, "a store does not answer");
  expect(lines).toHaveLength(1);
});

test("a failure that comes again and again is one line a minute with its count, until it ends", () => {
  vi.useFakeTimers();
  const fail = (times: number, message = "OOM command not allowed when used memory > 'maxmemory'.") => {
    for (let i = 0; i < times; i += 1) log.warn({ err: new Error(message), job: "sales.count" }, "not counted");
  };
  fail(500);
  expect(written()).toMatchObject([{ msg: "not counted", job: "sales.count" }]);
  vi.advanceTimersByTime(60_000);
  expect(written()).toHaveLength(2);
  expect(written()[1]).toMatchObject({ msg: "not counted", job: "sales.count", repeated: 499, level: 40 });

  fail(3);
  vi.advanceTimersByTime(60_000);
  expect(written()[2]).toMatchObject({ repeated: 3, err: { message: expect.stringContaining("OOM") } });
  vi.advanceTimersByTime(600_000);
  expect(written()).toHaveLength(3);
  fail(1);
  expect(written()).toHaveLength(4);
  expect(written()[3]).not.toHaveProperty("repeated");
});

test("another failure, another job, a line that is no failure and one below a warning are written each time", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.clearAllTimers());
  for (let i = 0; i < 2; i += 1) {
    log.warn({ err: new Error("connect ECONNREFUSED 127.0.0.1:6379") }, "not counted");
    log.warn({ err: new Error("OOM command not allowed") }, "not counted");
    log.error({ err: new Error("OOM command not allowed") }, "not kept");
    log.error({ err: new Error("OOM command not allowed"), job: "sales.count" }, "not kept");
    log.warn({ machine: i }, "the stock in Redis had drifted");
    log.info({ err: new Error("OOM command not allowed") }, "not counted");
  }
  // What differs from one time to the next does not make another failure of it.
  log.warn({ err: new Error("connect ECONNREFUSED 127.0.0.1:6380") }, "not counted");

  expect(written().map(({ msg }) => msg)).toEqual([
    ...["not counted", "not counted", "not kept", "not kept", "the stock in Redis had drifted", "not counted"],
    ...["the stock in Redis had drifted", "not counted"],
  ]);
});

test("words alone are one line a minute, too: what ends and begins again all the time fills no log", () => {
  vi.useFakeTimers();
  for (let i = 0; i < 100; i += 1) {
    log.warn("Redis takes no writes");
    log.info("Redis takes writes again");
  }
  expect(written().map(({ msg, level }) => [msg, level])).toEqual([
    ["Redis takes no writes", 40],
    ["Redis takes writes again", 30],
  ]);
  vi.advanceTimersByTime(60_000);
  expect(written().slice(2)).toMatchObject([
    { msg: "Redis takes no writes", level: 40, repeated: 99 },
    { msg: "Redis takes writes again", level: 30, repeated: 99 },
  ]);
});
