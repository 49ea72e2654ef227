import * as z from "zod";

/** Rupees with at most two decimals on the wire; integer paise inside, so that no sum drifts. */
export const Rupees = z
  .number({ error: "must be a number" })
  .min(0, "must not be below 0")
  .max(10_000_000, "must be at most 1,00,00,000")
  .refine((rupees) => Math.abs(rupees * 100 - Math.round(rupees * 100)) < 1e-6, "must have at most two decimals");

export const paiseOf = (rupees: number): number => Math.round(rupees * 100);
export const rupeesOf = (paise: number): number => paise / 100;
