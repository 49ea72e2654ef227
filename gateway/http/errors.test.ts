import Fastify from "fastify";
import { expect, test } from "vitest";
import type * as z from "zod";
import { CheckCredentials, LoginCredentials, NewUser } from "#shared/auth/auth.schema.ts";
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
  expect(answer.json()).toEqual({ success: false, error: "gone" });
});
