import { machineRoom, unitRoom } from "#shared/events/rooms.ts";
import type { LiveStatusRow } from "#shared/live-status/live-status.schema.ts";
import { listLiveStatus } from "#shared/live-status/live-status-pages.api.ts";
import { type FollowedPage, followedPages, type PageQuery } from "../../recipes/followed-pages.ts";
import { statusHandlers } from "../../records/live-status.atoms.ts";
import type { Counts } from "./status-list.tsx";

interface StatusPage extends FollowedPage<LiveStatusRow> {
  counts: Counts;
}
export type StatusQuery = PageQuery<typeof listLiveStatus>;

export const statusPages = followedPages<typeof listLiveStatus, LiveStatusRow, StatusPage>({
  endpoint: listLiveStatus,
  pick: ({ liveStatus: { machines: rows, pages, total }, counts }) => {
    const all = counts.Online + counts.Offline + counts.Unavailable;
    return { rows, pages, total, all, counts: { All: all, ...counts } };
  },
  roomsOf: ({ _id, serialNumber }) => [machineRoom(_id), ...(serialNumber === null ? [] : [unitRoom(serialNumber)])],
  handlers: statusHandlers,
});
