import { machineRoom, unitRoom } from "#shared/events/rooms.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import { summaryOf } from "#shared/inventory/inventory.rules.ts";
import { listMachinePages, type MachineWithStock } from "#shared/machines/machine-pages.api.ts";
import type { EventHandlers } from "../../live/follow.ts";
import { type FollowedPage, followedPages, type PageQuery } from "../../recipes/followed-pages.ts";
import { machineHandlers } from "../../records/machines.atoms.ts";

interface HomeOfMany
  extends FollowedPage<MachineWithStock>,
    Pick<CallReply<typeof listMachinePages>, "counts" | "soldOutBrands" | "failures"> {}
export type HomeQuery = PageQuery<typeof listMachinePages>;

/** They keep what stands in a row beside the machine. */
const rowHandlers = machineHandlers as EventHandlers<MachineWithStock[]>;

export const homePages = followedPages<typeof listMachinePages, MachineWithStock, HomeOfMany>({
  endpoint: listMachinePages,
  pick: ({ vendingMachines: { machines: rows, pages, total }, all, counts, soldOutBrands, failures }) => ({
    rows,
    pages,
    total,
    all,
    counts,
    soldOutBrands,
    failures,
  }),
  rooms: ["profiles"],
  roomsOf: ({ _id, unit }) => [machineRoom(_id), ...(unit === null ? [] : [unitRoom(unit.serialNumber)])],
  handlers: {
    ...rowHandlers,
    "machine.stock.changed": (rows, { row }) =>
      rows.map((known) => (known._id === row._id ? { ...known, stock: summaryOf(row) } : known)),
  },
});
