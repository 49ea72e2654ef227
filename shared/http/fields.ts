import * as z from "zod";

/** A database id on the wire: 24 hexadecimal digits. Small letters inside, so that two ids can be compared as text. */
export const Id = z
  .string()
  .regex(/^[0-9a-f]{24}$/i, "must be an id of 24 hexadecimal digits")
  .toLowerCase();

/** A moment on the wire: ISO 8601 in UTC. */
export const Moment = z.iso.datetime();

/** A time of day, HH:MM. */
export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 08:30");

/** The database's logical time of a change or of a read: 16 hexadecimal digits that sort as text. */
export const ClusterTime = z.string().regex(/^[0-9a-f]{16}$/);
export type ClusterTime = z.infer<typeof ClusterTime>;

/**
 * Control characters, those that nobody sees, and those that turn the direction of writing or separate lines: one name
 * would look like another. Halves of characters (Cs) would be stored as something else than was sent. Joiners (200c, 200d)
 * belong to the writing of India and to emoji.
 */
const hidden = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\u3164\ufeff]/u;
/** The same with line breaks and tabs, which a text of several lines may contain. */
const hiddenInLines = /[^\P{Cc}\t\n\r]|[\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u3164\ufeff]/u;
const mayNotHide = "must not contain control characters or marks that turn the direction of writing";

/** A text that a person typed on one line, or nothing: trimmed, and spelled in one way (é is one letter, not e and an accent). */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .normalize("NFC")
    .max(max, `must be at most ${max} characters`)
    .refine((typed) => !hidden.test(typed), mayNotHide);

/** One line of text that a person typed: trimmed, never empty. */
export const line = (max: number) => text(max).min(1, "is required");

/** A text of several lines that a person typed, or nothing: trimmed, and spelled in one way, so that names are found in it. */
export const lines = (max: number) =>
  z
    .string()
    .trim()
    .normalize("NFC")
    .max(max, `must be at most ${max} characters`)
    .refine((typed) => !hiddenInLines.test(typed), mayNotHide);

/** Counts changes of the fields that operators edit; a stale one is refused with 409. */
export const Rev = z.number().int().min(0);

/** A whole number as in an address: digits, no other way of writing it, and not an empty text. */
export const Digits = z
  .string("must be a number")
  .regex(/^-?\d+(\.\d+)?$/, { error: "must be a number", abort: true })
  .regex(/^-?\d{1,15}$/, "must be a whole number")
  .transform(Number);
/** `Rev` in a query string, for a DELETE. */
export const QueryRev = Digits.pipe(Rev);

/** A switch in a query string. */
export const QueryFlag = z.enum(["true", "false"]).transform((value) => value === "true");

/** The operator's phone number, which is the sign-in name: exactly 10 digits (specification: Constants). */
export const Phone = z
  .string()
  .trim()
  .regex(/^\d{10}$/, "Invalid phone no");

/** Small letters inside, so that the same address is not taken twice. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, "must be at most 254 characters")
  .pipe(z.email("must be an email address"));
/** The same, or nothing. */
export const OptionalEmail = z.union([z.literal(""), Email], { error: "must be an email address" });

/** Why money, cans or limits were changed by hand: the console requires it, the API does not. */
export const Reason = text(300).optional();

/** An empty number is 0 (specification: Checks of forms): a form has null for it, others send an empty text. */
export const orNothing = <T extends z.ZodType<number>>(field: T) =>
  z.preprocess((sent: number | null) => (sent === null || (sent as unknown) === "" ? 0 : sent), field);
