import * as z from "zod";

/**
 * What can be found, in the order in which it is shown. Whatever joins is named here; the compiler then requires its
 * entry in `gateway/features/search/searches.ts` and in `web/app/search/kinds.ts`.
 */
export const searchKinds = [
  "machine",
  "user",
  "order",
  "transaction",
  "unit",
  "request",
  "product",
  "profile",
  "region",
  "session",
] as const;
export const SearchKind = z.enum(searchKinds);
export type SearchKind = z.infer<typeof SearchKind>;

/** For each kind and search. */
export const mostFoundOfAKind = 5;
export const mostFound = 20;

export const shortestSearch = 2;
export const longestSearch = 64;

/** As an operator types it: the beginning of a name or number, small and capital letters alike; an id's first digits. */
export const SearchText = z
  .string("is required")
  .trim()
  .min(shortestSearch, `must be at least ${shortestSearch} characters`)
  .max(longestSearch, `must be at most ${longestSearch} characters`);

export const SearchResult = z
  .object({
    kind: SearchKind,
    /** What its page is addressed by: the database id, a control unit's serial number. */
    id: z.string(),
    label: z.string(),
    /** What tells it from others of that label, such as the vendingMachineId; may be empty. */
    detail: z.string(),
    /** One word for how it is now (specification: States): Online, Authorized, completed; null where there is none. */
    state: z.string().nullable(),
  })
  .meta({ id: "SearchResult" });
export type SearchResult = z.infer<typeof SearchResult>;
