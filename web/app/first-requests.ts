import { listAlarms } from "#shared/alarms/alarm.api.ts";
import { readMe } from "#shared/auth/auth.api.ts";
import { listContainers } from "#shared/containers/container.api.ts";
import type { AnyEndpoint } from "#shared/http/endpoint.ts";
import { mostWhole } from "#shared/http/long-lists.ts";
import type { AnyPagedList } from "#shared/http/paged-list.ts";
import { readInventory, readMachineStock } from "#shared/inventory/inventory.api.ts";
import { readLiveStatus } from "#shared/live-status/live-status.api.ts";
import { listMachines, readMachine } from "#shared/machines/machine.api.ts";
import { listOrders, sumOrders } from "#shared/orders/order.api.ts";
import { orderList } from "#shared/orders/order-list.ts";
import { listRequests } from "#shared/registration/registration.api.ts";
import { listNeedsAction } from "#shared/transactions/needs-action.api.ts";
import { listTransactions } from "#shared/transactions/transaction.api.ts";
import { transactionList } from "#shared/transactions/transaction-list.ts";
import type { PageName } from "./paths.ts";

/** As web/http writes it; `:id` is the one of the page's own address. */
const requestOf = ({ path }: AnyEndpoint, query: Record<string, string> = {}): string => {
  const text = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return text.length > 0 ? `${path}?${text.join("&")}` : path;
};
const firstPage = (endpoint: AnyEndpoint, { newestFirst }: AnyPagedList) =>
  requestOf(endpoint, { [newestFirst]: "true", page: "1" });
const upTo = { upTo: String(mostWhole) };
const ofThisMachine = { vendingMachine: ":id" };

/** Every page requests the signed-in operator. */
export const prefetchedByAll = [requestOf(readMe)];

/**
 * What a page requests when it is opened at its plain address: prefetched by the first script of a visit, while the
 * page's code is still on its way (scripts/build/pages-ahead.ts). A page that is not named here requests it by itself,
 * a round trip later.
 */
export const firstRequests: Partial<Record<PageName, readonly string[]>> = {
  home: [
    requestOf(listMachines, upTo),
    requestOf(readInventory, upTo),
    requestOf(listRequests),
    requestOf(listNeedsAction),
    requestOf(listAlarms),
  ],
  liveStatus: [requestOf(readLiveStatus, upTo)],
  inventoryStatus: [requestOf(readInventory, upTo)],
  orders: [firstPage(listOrders, orderList), requestOf(sumOrders)],
  transactions: [firstPage(listTransactions, transactionList)],
  machine: [
    requestOf(readMachine),
    requestOf(readMachineStock, ofThisMachine),
    requestOf(listContainers, ofThisMachine),
    requestOf(listNeedsAction),
    requestOf(listAlarms),
  ],
};
