import * as fc from "fast-check";
import * as z from "zod";

/** The part of JSON Schema that the calls' schemas come to. */
interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
  maxLength?: number;
}

/** Stands for what is in the database under this field's name: any `nth` of it, and `otherwise` where it has none. */
export interface Known {
  field: string;
  nth: number;
  otherwise: unknown;
}
export const isKnown = (value: unknown): value is Known =>
  typeof value === "object" && value !== null && "field" in value && "nth" in value;
export const known = (field: string, otherwise: fc.Arbitrary<unknown> = fc.constant("f".repeat(24))) =>
  fc.record<Known>({ field: fc.constant(field), nth: fc.nat(), otherwise });

const year = { min: new Date("2026-01-01"), max: new Date("2026-12-31"), noInvalidDate: true };
const moments = fc.date(year).map((date) => date.toISOString());

const textOf = ({ pattern, format, maxLength = 40 }: JsonSchema, field: string): fc.Arbitrary<unknown> => {
  if (format === "date-time") return moments;
  if (/date/i.test(field)) return moments.map((moment) => moment.slice(0, 10));
  const free = fc.oneof(fc.lorem({ maxCount: 2 }), fc.string({ maxLength: Math.min(maxLength, 40) }));
  const made = pattern ? fc.stringMatching(new RegExp(pattern)) : free;
  return fc.oneof({ weight: 5, arbitrary: known(field, made) }, { weight: 1, arbitrary: made });
};

const numberOf = ({ type, minimum = type === "integer" ? 0 : -5, maximum = 500 }: JsonSchema): fc.Arbitrary<number> => {
  const [min, max] = [Math.ceil(minimum), Math.min(maximum, 1_000_000)];
  const near = fc.integer({ min, max: Math.min(max, min + 5) });
  if (type === "integer") return fc.oneof(near, fc.integer({ min, max }));
  return fc.oneof(
    near,
    fc.integer({ min: min * 100, max: max * 100 }).map((paise) => paise / 100),
  );
};

/** All of what may be left out at once would hardly ever fit together. */
const seldom = (arbitrary: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const objectOf = ({ properties = {}, required = [], additionalProperties: values }: JsonSchema, field: string) => {
  const fields = Object.entries(properties).map(([name, of]) => {
    const arbitrary = arbitraryIn(of, name);
    return [name, required.includes(name) ? arbitrary : seldom(arbitrary)] as const;
  });
  if (fields.length > 0) return fc.record(Object.fromEntries(fields));
  return typeof values === "object"
    ? fc.dictionary(fc.lorem({ maxCount: 1 }), arbitraryIn(values, field))
    : fc.object();
};

const arbitraryIn = (schema: JsonSchema, field: string): fc.Arbitrary<unknown> => {
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.allOf) return arbitraryIn(Object.assign({}, schema, ...schema.allOf, { allOf: undefined }), field);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => arbitraryIn(choice, field)));
  if (schema.type === "string") return textOf(schema, field);
  if (schema.type === "integer" && field === "rev") return fc.nat(2);
  if (schema.type === "integer" || schema.type === "number") return numberOf(schema);
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "null") return fc.constant(null);
  if (schema.type === "array")
    return fc.array(arbitraryIn(schema.items ?? {}, field), { maxLength: Math.min(schema.maxItems ?? 4, 4) });
  if (schema.type === "object") return objectOf(schema, field);
  return fc.oneof(fc.integer({ min: 0, max: 500 }), fc.constant(null), fc.jsonValue({ maxDepth: 1 }));
};

/** What fits a schema, or nearly: rules that it does not say in JSON Schema are left to chance. */
export const arbitraryOf = (schema: z.ZodType): fc.Arbitrary<unknown> =>
  arbitraryIn(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema, "");
