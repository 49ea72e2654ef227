import * as z from "zod";

/** A database id on the wire: 24 hexadecimal digits. Small letters inside, so that two ids can be compared as text. */
export const Id = z
  .string()
  .regex(/^[0-9a-f]{24}$/i, "must be an id of 24 hexadecimal digits")
  .toLowerCase();

/** A moment on the wire: ISO 8601 in UTC. */
export const Moment = z.iso.datetime();

/** The database's logical time of a change or of a read: 16 hexadecimal digits that sort as text. */
export const ClusterTime = z.string().regex(/^[0-9a-f]{16}$/);
export type ClusterTime = z.infer<typeof ClusterTime>;

/** One line of text that a person typed: trimmed, never empty. */
export const line = (max: number) =>
  z.string().trim().min(1, "is required").max(max, `must be at most ${max} characters`);

/** Counts changes of the fields that operators edit; a stale one is refused with 409. */
export const Rev = z.number().int().min(0);
/** The same in a query string, for a DELETE. */
export const QueryRev = z.coerce.number("must be a number").pipe(Rev);

/** A switch in a query string. */
export const QueryFlag = z.enum(["true", "false"]).transform((value) => value === "true");

/** The operator's phone number, which is the sign-in name: exactly 10 digits (specification section 9). */
export const Phone = z
  .string()
  .trim()
  .regex(/^\d{10}$/, "Invalid phone no");
