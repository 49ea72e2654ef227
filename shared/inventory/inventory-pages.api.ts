import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, text } from "../http/fields.ts";
import { bothWays, RowIds } from "../http/long-lists.ts";
import { pageOf } from "../http/paged-list.ts";
import { Page } from "../http/paging.ts";
import { BrandCounts, InventoryRow } from "./inventory.schema.ts";

const { get } = callsOf("inventory");
const count = z.number().int();

const inventorySorts = ["name", "vendingMachineId", "total", "assigned"] as const;
const fixed = bothWays(inventorySorts);
const ofBrand = /^-?(assignedContainers|empty|inStock|disabled)\..{1,100}$/;
/** Without one, the machines at which most brands are sold out come first. A brand's figure is `inStock.Cola`. */
const InventorySort = z.string().refine((sort) => fixed.some((one) => one === sort) || ofBrand.test(sort), {
  error: `must be one of ${fixed.join(", ")}, or a figure of a brand`,
});

/** Names in a JSON list; one that no machine has is as if it were not there, and none is all. */
const Brands = z
  .string()
  .max(8_000, "must be at most 8000 characters")
  .transform((json, context): string[] => {
    try {
      const named = z.array(z.string()).safeParse(JSON.parse(json));
      if (named.success) return named.data;
    } catch {
      // Said below.
    }
    context.addIssue("must be a JSON list of brands");
    return z.NEVER;
  });

/** Ours: of a network with more machines than one answer lists. */
export const listInventoryPages = get("/containers/all/pages", {
  operationId: "listInventoryPages",
  summary: "The inventory of machines, per brand, page by page",
  query: z.object({
    page: Page,
    sort: InventorySort.optional(),
    /** Part of the name or of the id, in small or large letters. */
    q: text(64).optional(),
    only: z.enum(["sold-out"]).optional(),
    brands: Brands.optional(),
    machines: RowIds.optional(),
  }),
  reply: z.object({
    inventory: pageOf("machines", InventoryRow),
    /** Over all machines that were found. */
    sums: z.object({
      totalContainers: count,
      totalAssignedContainers: count,
      brands: z.record(z.string(), BrandCounts),
    }),
    uniqueBrands: z.array(z.string()),
    /** At how many machines one of the brands is sold out, whatever is looked for; of those alone whose ids are named. */
    soldOut: count,
    all: count,
    asOf: ClusterTime,
  }),
  failure: "Error: Failed to get inventory details",
});
