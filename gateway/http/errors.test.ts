import { once } from "node:events";
import { type AddressInfo, Socket } from "node:net";
import { Writable } from "node:stream";
import Fastify from "fastify";
import { expect, test } from "vitest";
import type * as z from "zod";
import { CheckCredentials, LoginCredentials, NewUser } from "#shared/auth/auth.schema.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { compressAnswers } from "./compression.ts";
import { answerErrors, complaints } from "./errors.ts";

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

test("a client that disconnects after it has sent everything, and before its answer, is no failure of the gateway", async () => {
  const lines: { level: number; msg: string }[] = [];
  const stream = new Writable({
    write(chunk, _encoding, next) {
      lines.push(JSON.parse(`${chunk}`));
      next();
    },
  });
  const app = Fastify({ logger: { level: "info", stream } });
  await compressAnswers(app);
  answerErrors(app, { note: () => undefined, isFirst: () => true });
  const caller = new Socket();
  app.post("/rows", async ({ raw }) => {
    const isGone = once(raw.socket, "close");
    caller.destroy();
    await isGone;
    return { rows: Array.from({ length: 5_000 }, (_, nth) => ({ nth })) };
  });
  await app.listen({ port: 0, host: "127.0.0.1" });

  caller.connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  await once(caller, "connect");
  const head = ["POST /rows HTTP/1.1", "Host: cansole", "Accept-Encoding: gzip", "Content-Type: application/json"];
  caller.write([...head, "Content-Length: 2", "", "{}"].join("\r\n"));

  await eventually(() => expect(lines.map(({ msg }) => msg)).toContain("whoever asked hung up before the answer"));
  await app.close();
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
});
