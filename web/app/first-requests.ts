import { matchPath } from "react-router-dom";
import { readMe } from "#shared/auth/auth.api.ts";
import { listContainers } from "#shared/containers/container.api.ts";
import type { AnyEndpoint } from "#shared/http/endpoint.ts";
import type { AnyPagedList } from "#shared/http/paged-list.ts";
import { readInventory, readMachineStock } from "#shared/inventory/inventory.api.ts";
import { readLiveStatus } from "#shared/live-status/live-status.api.ts";
import { listMachines, readMachine } from "#shared/machines/machine.api.ts";
import { listOrders, sumOrders } from "#shared/orders/order.api.ts";
import { orderList } from "#shared/orders/order-list.ts";
import { listProducts } from "#shared/products/product.api.ts";
import { listRequests } from "#shared/registration/registration.api.ts";
import { listNeedsAction } from "#shared/transactions/needs-action.api.ts";
import { listTransactions } from "#shared/transactions/transaction.api.ts";
import { transactionList } from "#shared/transactions/transaction-list.ts";
import { apiBase } from "../http/api-base.ts";
import { pages } from "./pages.ts";
import { basePath, type PageName, paths } from "./paths.ts";

/** As web/http writes it; `:id` is the one of the page's own address. */
const ask = ({ path }: AnyEndpoint, query: Record<string, string> = {}): string => {
  const text = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return text.length > 0 ? `${path}?${text.join("&")}` : path;
};
const firstPage = (endpoint: AnyEndpoint, { newestFirst }: AnyPagedList) =>
  ask(endpoint, { [newestFirst]: "true", page: "1" });
const ofThisMachine = { vendingMachine: ":id" };

/** Every page asks who is signed in. */
const requestedByAll = [ask(readMe)];

/**
 * What a page requests from the gateway when it is opened at its plain address. A page that is not named here requests
 * it by itself, a round trip later.
 */
const firstRequests: Partial<Record<PageName, readonly string[]>> = {
  home: [ask(listMachines), ask(readInventory), ask(listRequests), ask(listNeedsAction)],
  liveStatus: [ask(readLiveStatus)],
  inventoryStatus: [ask(readInventory)],
  orders: [firstPage(listOrders, orderList), ask(sumOrders), ask(listProducts)],
  transactions: [firstPage(listTransactions, transactionList)],
  machine: [
    ask(readMachine),
    ask(readMachineStock, ofThisMachine),
    ask(listContainers, ofThisMachine),
    ask(listNeedsAction),
  ],
};

/**
 * Begins to fetch the code and the data of the page that the address names, before React has drawn anything. Answers
 * wait in `globalThis.askedAhead` for whoever requests them (web/http/asked-ahead.ts).
 */
export const fetchFirstPage = (token: string | null): void => {
  if (token === null) return;
  const at = location.pathname.slice(basePath.length) || "/";
  const names = Object.keys(pages) as (keyof typeof pages)[];
  const page = names.find((name) => matchPath(paths[name], at) !== null);
  if (page === undefined) return;
  void pages[page].load().catch(() => undefined); // the router loads it again, and says what is wrong
  if (document.visibilityState === "hidden") return;
  const { id = "" } = (matchPath<string>(paths[page], at)?.params ?? {}) as { id?: string };
  const answers = new Map<string, Promise<Response>>();
  // What an address says beyond its page, the page itself reads out of it.
  for (const path of [...requestedByAll, ...(location.search === "" ? (firstRequests[page] ?? []) : [])]) {
    const url = apiBase + path.replace(":id", id);
    const answer = fetch(url, { headers: { accept: "application/json", authorization: `Bearer ${token}` } });
    answer.catch(() => undefined); // nobody may take it
    answers.set(url, answer);
  }
  Object.assign(globalThis, { askedAhead: { token, answers } });
};
