import * as z from "zod";
import { Id, line, Moment, Rev } from "../http/fields.ts";

/** The header in which the customers' app sends its key. */
export const apiKeyHeader = "x-api-key";

/** A key of the intake, as admins see it: never the key itself. */
export const ApiKey = z.object({
  _id: Id,
  name: z.string(),
  createdAt: Moment,
  /** At most a minute late; null before the first call. */
  lastUsedAt: Moment.nullable(),
  /** It opens nothing since; null while it does. */
  endedAt: Moment.nullable(),
  rev: Rev,
});
export type ApiKey = z.infer<typeof ApiKey>;

export const ApiKeyName = line(60);
export const NewApiKey = z.strictObject({ name: ApiKeyName });
