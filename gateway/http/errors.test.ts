import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import { Writable } from "node:stream";
import Fastify from "fastify";
import { expect, test } from "vitest";
import * as z from "zod";
import { CheckCredentials, LoginCredentials, NewUser } from "#shared/auth/auth.schema.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { compressAnswers } from "./compression.ts";
import { answerErrors, complaints } from "./errors.ts";
import { readJsonBodies } from "./whole-body.ts";

const complaintAbout = (schema: z.ZodType, value: unknown) => {
  const parsed = schema.safeParse(value);
  return parsed.success ? null : complaints(parsed.error.issues);
};
const person = { name: "Asha", phone: "9876543210" };

test.each<[string, z.ZodType, unknown, string]>([
  ["an unknown field", NewUser, { ...person, isOwner: true }, "Unknown field: isOwner"],
  ["two unknown fields", NewUser, { ...person, a: 1, b: 2 }, "Unknown field: a, b"],
  ["a missing field", NewUser, { phone: "9876543210" }, "name: is required"],
  ["several at once", NewUser, { name: "", phone: "1" }, "name: is required; Invalid phone no"],
  ["a specification's text", NewUser, { ...person, phone: "12" }, "Invalid phone no"],
  ["an object for a text", NewUser, { ...person, name: { $gt: "" } }, "name: expected string, received object"],
  ["a value out of a list", NewUser, { ...person, role: "owner" }, "role: must be one of admin, staff, customer"],
  ["an email that is none", NewUser, { ...person, email: "asha" }, "email: must be an email address"],
  ["no credentials", LoginCredentials, {}, "phone: is required; OTP: is required"],
  ["a phone alone", LoginCredentials, { phone: "9876543210" }, "OTP: is required"],
  ["an email alone", LoginCredentials, { email: "a@b.test" }, "password: is required"],
  ["a code of three digits", CheckCredentials, { phone: "9876543210", OTP: "123" }, "Invalid OTP"],
  ["a list in place of a body", NewUser, [], "Invalid input: expected object, received array"],
])("%s is named", (_what, schema, value, complaint) => {
  expect(complaintAbout(schema, value)).toBe(complaint);
});

test("of a body that is wrong in very many places the first are named, in an answer that stays short", () => {
  const fields = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field ${at}`, z.string()]));
  const complaint = complaintAbout(z.object(fields), {});

  expect(complaint).toMatch(/^field 0: is required; field 1: is required; .*field 19: is required; and more$/);
});

test("a failure after the type of a file was said is still a readable refusal", async () => {
  const app = Fastify();
  answerErrors(app, { note: () => undefined, isFirst: () => true });
  app.get("/picture", (_request, reply) => {
    void reply.type("image/webp");
    throw Object.assign(new Error("gone"), { statusCode: 404 });
  });

  const answer = await app.inject("/picture");

  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toEqual({ success: false, code: expect.any(String), error: "gone" });
});

/** A server that reads bodies as the gateway does, and what it logs. */
const listening = async (answer: (raw: IncomingMessage) => Promise<object>, isFirst = (_what: string) => true) => {
  const lines: { level: number; msg: string }[] = [];
  const stream = new Writable({
    write(chunk, _encoding, next) {
      lines.push(JSON.parse(`${chunk}`));
      next();
    },
  });
  const app = Fastify({ logger: { level: "info", stream } });
  readJsonBodies(app);
  await compressAnswers(app);
  answerErrors(app, { note: () => undefined, isFirst });
  app.post("/rows", ({ raw }) => answer(raw));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const caller = new Socket();
  caller.connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  await once(caller, "connect");
  return { app, caller, lines };
};
const head = ["POST /rows HTTP/1.1", "Host: cansole", "Accept-Encoding: gzip", "Content-Type: application/json"];
const hungUp = "the caller hung up before the answer";

test("a client that disconnects after it has sent everything, and before its answer, is no failure of the gateway", async () => {
  const { app, caller, lines } = await listening(async ({ socket }) => {
    const isGone = once(socket, "close");
    caller.destroy();
    await isGone;
    return { rows: Array.from({ length: 5_000 }, (_, nth) => ({ nth })) };
  });

  caller.write([...head, "Content-Length: 2", "", "{}"].join("\r\n"));

  await eventually(() => expect(lines.map(({ msg }) => msg)).toContain(hungUp));
  await app.close();
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
});

test("nor is one that disconnects while it sends", async () => {
  const { app, caller, lines } = await listening(async () => ({}));

  caller.write([...head, "Content-Length: 20", "", '{"rows":'].join("\r\n"));
  await eventually(() => expect(lines.map(({ msg }) => msg)).toContain("incoming request"));
  caller.destroy();

  await eventually(() => expect(lines.map(({ msg }) => msg)).toContain(hungUp));
  await app.close();
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
});

test("strangers who disconnect while they send are not logged one by one", async () => {
  const said: string[] = [];
  const { app, caller, lines } = await listening(
    async () => ({}),
    (what) => said.push(what) === 0,
  );

  caller.write([...head, "Content-Length: 20", "", '{"rows":'].join("\r\n"));
  await eventually(() => expect(lines.map(({ msg }) => msg)).toContain("incoming request"));
  caller.destroy();

  await eventually(() => expect(said).toEqual([hungUp]));
  await app.close();
  expect(lines.map(({ msg }) => msg)).not.toContain(hungUp);
});
