import type { PageName } from "../paths.ts";

/** The letter that leads to a page after `g`. */
export const pageKeys = {
  h: "home",
  l: "liveStatus",
  q: "alarms",
  i: "inventoryStatus",
  c: "cansInStock",
  p: "products",
  f: "profiles",
  r: "regions",
  o: "orders",
  y: "paymentReview",
  t: "transactions",
  b: "ledger",
  e: "transactionLedger",
  s: "sales",
  d: "downloads",
  u: "users",
  n: "penalties",
  w: "registerMachine",
  m: "registered",
  x: "testMachine",
  j: "jobs",
  a: "audit",
} as const satisfies Readonly<Record<string, Exclude<PageName, "login">>>;

export const pageOfKey = (key: string): PageName | null =>
  (pageKeys as Readonly<Record<string, PageName>>)[key.toLowerCase()] ?? null;
