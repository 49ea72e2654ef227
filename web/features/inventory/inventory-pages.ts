import { machineRoom } from "#shared/events/rooms.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import { mostWhole } from "#shared/http/long-lists.ts";
import type { InventoryRow } from "#shared/inventory/inventory.schema.ts";
import { listInventoryPages } from "#shared/inventory/inventory-pages.api.ts";
import { call } from "../../http/call.ts";
import { type FollowedPage, followedPages, type PageQuery } from "../../recipes/followed-pages.ts";
import { inventoryHandlers } from "../../records/inventory.atoms.ts";
import type { PivotRow } from "./pivot.ts";

interface InventoryPage extends FollowedPage<InventoryRow> {
  sums: PivotRow;
  brands: string[];
  soldOut: number;
}
export type InventoryQuery = PageQuery<typeof listInventoryPages>;

const pageOf = (reply: CallReply<typeof listInventoryPages>): InventoryPage => {
  const { inventory, all, sums, uniqueBrands: brands, soldOut } = reply;
  const { machines: rows, pages, total } = inventory;
  return { rows, pages, total, all, sums, brands, soldOut };
};

export const inventoryPages = followedPages<typeof listInventoryPages, InventoryRow, InventoryPage>({
  endpoint: listInventoryPages,
  pick: pageOf,
  roomsOf: ({ _id }) => [machineRoom(_id)],
  handlers: inventoryHandlers,
});

/** The browser makes no sheet of more rows. */
export const mostInSheet = mostWhole;

/** Every row that was found, page by page; null where a page could not be read: the alert was shown. */
export const readAllPages = async (query: InventoryQuery): Promise<InventoryRow[] | null> => {
  const rows = new Map<string, InventoryRow>();
  for (let page = 1; ; page += 1) {
    const outcome = await call(listInventoryPages, { query: { ...query, page: String(page) } });
    if (outcome.is !== "done") return null;
    const read = pageOf(outcome.reply);
    // A machine that moved to a later page meanwhile is listed once.
    for (const row of read.rows) rows.set(row._id, row);
    if (page >= read.pages) return [...rows.values()];
  }
};
