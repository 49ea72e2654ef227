import { expect } from "vitest";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { defaultLimits } from "../../../gateway/limits.ts";
import { createPagedReader } from "../../../gateway/paged/paged-reader.ts";
import { dayAt, type Found, type Query, walk } from "./plain-walk.ts";
import { canPages, machines, orderPages, users } from "./planted-lists.ts";

export const listNames = ["orders", "canLedger"] as const;
type ListName = (typeof listNames)[number];

const requestOf = (mongo: Mongo, name: ListName, query: Query) => {
  const { machine, user, status, dates, latest, zone } = query;
  const list = (name === "orders" ? orderPages : canPages) as typeof orderPages;
  const reader = createPagedReader({ mongo, config: { TIME_ZONE: zone } as never, limits: defaultLimits });
  const requested = {
    latest,
    download: false,
    ...(machine === undefined ? {} : { machine: String(machines[machine]?._id) }),
    ...(user === undefined ? {} : { user: String(users[user]) }),
    ...(dates ? { startDate: dayAt(dates[0]), endDate: dayAt(dates[0] + dates[1]) } : {}),
    ...(status === undefined || name === "canLedger" ? {} : { status }),
  } as never;
  return { reader, list, requested };
};

/**
 * Compares a page with a walk in its own snapshot, so that others may write meanwhile; answers how many pages there are.
 * `stores` are those that the page is read from.
 */
export const comparePage = async (
  mongo: Mongo,
  name: ListName,
  query: Query,
  page: number,
  stores: Mongo = mongo,
): Promise<number> => {
  const { reader, list, requested } = requestOf(stores, name, query);
  let whole: Found[] | null = null;
  const { rows, figures } = await reader.page(
    list,
    Object.assign({ page }, requested),
    async (found, session, totals) => {
      whole = await walk(mongo, name, query, session);
      return found.map(({ _id }, n): Found => ({ id: _id.toHexString(), total: totals[n] ?? 0 }));
    },
  );
  if (!whole) return figures.pages;
  expect(rows).toEqual((whole as Found[]).slice((page - 1) * 50, page * 50));
  expect(figures.total).toBe((whole as Found[]).length);
  return figures.pages;
};

/** Compares all pages, their number where there are none, and the rows as they are streamed; nobody writes meanwhile. */
export const compareAll = async (mongo: Mongo, query: Query): Promise<void> => {
  for (const name of listNames) {
    for (let page = 1, pages = 1; page <= pages; page += 1) pages = await comparePage(mongo, name, query, page);
    const { reader, list, requested } = requestOf(mongo, name, query);
    const whole = await walk(mongo, name, query);
    const { figures } = await reader.page(list, Object.assign({ page: 1 }, requested), async () => []);
    expect(figures.total).toBe(whole.length);
    const streamed: Found[] = [];
    const all = await reader.all(list, requested, async (found, _, totals) =>
      found.map(({ _id }, n): Found => ({ id: _id.toHexString(), total: totals[n] ?? 0 })),
    );
    for await (const batch of all.rows) streamed.push(...batch);
    await all.end();
    expect(streamed).toEqual(whole);
  }
};
