import type { preValidationHookHandler } from "fastify";
import * as z from "zod";
import type { AnyEndpoint } from "#shared/http/endpoint.ts";

/** The fields that a schema names, in whichever of its forms. */
const namedIn = (schema: unknown): string[] => {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(namedIn);
  if (schema instanceof z.ZodNullable) return namedIn(schema.unwrap());
  return [];
};

/** What the record that a PUT answers, and so its GET, has beside what the PUT changes. */
const readOnlyFields = ({ method, body, reply }: AnyEndpoint): ReadonlySet<string> => {
  if (method !== "PUT" || !body) return new Set();
  const changed = new Set(namedIn(body));
  return new Set(
    Object.values(reply.shape)
      .flatMap(namedIn)
      .filter((field) => !changed.has(field)),
  );
};

/** A client may send back what GET answered: what a PUT cannot change is ignored; unknown fields are still refused. */
export const ignoreReadOnly = (endpoint: AnyEndpoint): preValidationHookHandler => {
  const ignored = readOnlyFields(endpoint);
  return async (request) => {
    const { body } = request;
    if (ignored.size === 0 || typeof body !== "object" || body === null || Array.isArray(body)) return;
    request.body = Object.fromEntries(Object.entries(body).filter(([field]) => !ignored.has(field)));
  };
};
