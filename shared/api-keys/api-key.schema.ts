import * as z from "zod";
import { Id, line, Moment, Rev } from "../http/fields.ts";

/** The header in which the customers' app sends its key. */
export const apiKeyHeader = "x-api-key";

/** What a key may do: sell by one kind of call each, or read. */
export const IntakeScope = z.enum([
  "orders",
  "transactions",
  "returns",
  "account-deletion",
  "read:machines",
  "read:customers",
]);
export type IntakeScope = z.infer<typeof IntakeScope>;

/** What a key without stored scopes may do: such keys were made when nothing could be read. */
export const scopesOfBefore: readonly IntakeScope[] = ["orders", "transactions", "returns", "account-deletion"];

/** For how many days a key opens anything, unless said otherwise. */
export const apiKeyDays = 365;

/** A key of the intake, as admins see it: never the key itself. */
export const ApiKey = z
  .object({
    _id: Id,
    name: z.string(),
    /** The first key of the same app, this one perhaps: Idempotency-Keys belong to the app. */
    app: Id,
    createdAt: Moment,
    /** The admin to whom it was shown; null where `npm run api-key` made it. */
    createdBy: Id.nullable(),
    /** At most a minute late; null before the first call. */
    lastUsedAt: Moment.nullable(),
    /** From then on it opens nothing; null is never. */
    expiresAt: Moment.nullable(),
    scopes: z.array(IntakeScope),
    /** It opens nothing since; null while it does. */
    endedAt: Moment.nullable(),
    rev: Rev,
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.infer<typeof ApiKey>;

/** Who made keys: one who may not sign in any more knows them all the same. */
export const KeyMaker = z.object({ _id: Id, name: z.string(), maySignIn: z.boolean() }).meta({ id: "KeyMaker" });
export type KeyMaker = z.infer<typeof KeyMaker>;

export const ApiKeyName = line(60);
export const NewApiKey = z.strictObject({
  name: ApiKeyName,
  /** The key whose place it takes, ended or not: what was called with that one may be repeated with this one. */
  replaces: Id.nullable().default(null),
  /** Null is a key without an end. */
  days: z
    .number("must be a number")
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(3_650, "must be at most 3650")
    .nullable()
    .default(apiKeyDays),
  scopes: z
    .array(IntakeScope)
    .min(1, "must name at least one")
    .max(50)
    .transform((chosen) => [...new Set(chosen)])
    .default([...IntakeScope.options]),
});
export type NewApiKey = z.output<typeof NewApiKey>;
