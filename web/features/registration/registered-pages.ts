import { unitRoom } from "#shared/events/rooms.ts";
import { type ListedUnit, listRegisteredPages } from "#shared/registration/registered-pages.api.ts";
import { withPresences } from "../../live/presences.ts";
import { isNewer, withoutRecord } from "../../live/records.ts";
import { type FollowedPage, followedPages, type PageQuery } from "../../recipes/followed-pages.ts";

interface RegisteredPage extends FollowedPage<ListedUnit> {
  counts: { all: number; unauthorised: number };
}
export type RegisteredQuery = PageQuery<typeof listRegisteredPages>;

export const registeredPages = followedPages<typeof listRegisteredPages, ListedUnit, RegisteredPage>({
  endpoint: listRegisteredPages,
  pick: ({ units: { vendingMachines: rows, pages, total }, counts }) => ({
    rows,
    pages,
    total,
    counts,
    all: counts.all,
  }),
  roomsOf: ({ serialNumber }) => [unitRoom(serialNumber)],
  handlers: {
    "unit.changed": (rows, unit) =>
      rows.map((row) => (row._id === unit._id && isNewer(row, unit) ? { ...row, ...unit } : row)),
    "unit.removed": withoutRecord,
    "presence.changed": (rows, presences) => withPresences(rows, presences, ({ serialNumber }) => serialNumber),
  },
});
