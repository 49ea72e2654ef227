import * as z from "zod";

/**
 * For whatever is kept as a whole number of hundredths: no third decimal is dropped silently, however small. What a
 * caller added up may differ in the last digit that a floating-point number has (0.1 + 0.2).
 */
const hasTwoDecimals = (number: number): boolean =>
  Math.abs(number - Math.round(number * 100) / 100) <= 4 * Number.EPSILON * Math.abs(number);
const twoDecimals = "must have at most two decimals";

/** A share in per cent; hundredths of it are what taxes are worked out with. */
export const Percent = z
  .number({ error: "must be a number" })
  .min(0, "must be at least 0")
  .max(100, "must be at most 100")
  .refine(hasTwoDecimals, twoDecimals);

/** Rupees with at most two decimals on the wire; integer paise inside, so that no sum drifts. */
export const Rupees = z
  .number({ error: "must be a number" })
  .min(0, "must be at least 0")
  .max(10_000_000, "must be at most 1,00,00,000")
  .refine(hasTwoDecimals, twoDecimals);

export const paiseOf = (rupees: number): number => Math.round(rupees * 100);
export const rupeesOf = (paise: number): number => paise / 100;
