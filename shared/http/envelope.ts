import * as z from "zod";

/** Every refused call (specification: Answers). */
export const Refusal = z.looseObject({ success: z.literal(false), error: z.string() }).meta({ id: "Refusal" });
export type Refusal = z.infer<typeof Refusal>;

/** What an endpoint replies, inside the envelope that every success carries. */
export const inEnvelope = <T extends z.ZodRawShape>(reply: z.ZodObject<T>) =>
  reply.extend({ success: z.literal(true) });
