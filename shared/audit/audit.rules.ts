import { records } from "../events/records.ts";
import type { Role } from "../users/user.schema.ts";

/** Kinds whose changes say who may sign in or order, and how: their values are for admins. */
const guarded = new Set(["users", "apiKeys", "webhooks"]);

/** Addresses of people are for admins. */
export const seesAddresses = (role: Role): boolean => role === "admin";
export const seesChanges = (role: Role, kind: string): boolean => role === "admin" || !guarded.has(kind);

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The kinds of records in the log, as operators call them: by the name of the collection. */
export const auditKinds: ReadonlyMap<string, string> = new Map<string, string>([
  ...records.map(({ collection, words }): [string, string] => [collection, sentence(words.one)]),
  ["sessions", "Session"],
  ["paymentEvents", "Payment notice"],
  ["unknownPayments", "Unmatched payment"],
]);

/** "Container stocked" of `container.stocked`, "Api key ended" of `apiKey.ended`. */
export const verbWords = (verb: string): string =>
  sentence(
    verb
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .replace(/[.-]/g, " ")
      .toLowerCase(),
  );
