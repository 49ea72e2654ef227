import * as z from "zod";
import { Id, line, Reason, Rev } from "../http/fields.ts";

/** Cans of one product at one machine; `_id` is the product's, which is there once at each machine. */
export const BrandCans = z.object({ _id: Id, brand: z.string(), product: Id, totalCans: z.number().int() });
export type BrandCans = z.infer<typeof BrandCans>;

/** A user's cans: bought, and not yet taken. Its `_id` is the user's. */
export const Cans = z
  .object({
    _id: Id,
    /** The sum of all entries in `current`. */
    totalCans: z.number().int(),
    /** The user's own limit a day; 0 leaves it to the machine's profile. */
    cansLimit: z.number().int(),
    /** Taken today, a day of TIME_ZONE. */
    openedCans: z.number().int(),
    current: z.object({
      vendingMachines: z.array(z.object({ vendingMachine: Id, brands: z.array(BrandCans) })),
    }),
    rev: Rev,
  })
  .meta({ id: "Cans" });
export type Cans = z.infer<typeof Cans>;

export const CanCount = z
  .number({ error: "must be a number" })
  .int("must be a whole number")
  .min(0, "must be at least 0")
  .max(100_000, "must be at most 100000");

/** `cans` is the new count of that brand at that machine, `totalCans` what all of the user's cans come to with it. */
export const CansChange = z.strictObject({
  totalCans: CanCount,
  cans: CanCount,
  /** The database id or the vendingMachineId. */
  vendingMachine: line(64),
  /** A product's brand name, whole. */
  brand: line(100),
  /** The product itself, where two were called so one after the other; then `brand` says nothing more. */
  product: Id.optional(),
  rev: Rev.optional(),
  reason: Reason,
});
export type CansChange = z.infer<typeof CansChange>;

/** `openedCans` are today's. */
export const CansLimitChange = z.strictObject({
  cansLimit: CanCount.optional(),
  openedCans: CanCount.optional(),
  rev: Rev.optional(),
  reason: Reason,
});
export type CansLimitChange = z.infer<typeof CansLimitChange>;

/** Cans of one product at one machine that customers have bought and not yet taken. */
export const OwedCans = z
  .object({ vendingMachine: Id, product: Id, brand: z.string(), cans: z.number().int() })
  .meta({ id: "OwedCans" });
export type OwedCans = z.infer<typeof OwedCans>;
