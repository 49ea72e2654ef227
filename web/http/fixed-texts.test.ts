import { expect, test, vi } from "vitest";
import { changeCans, changeCansLimit } from "#shared/cans/cans.api.ts";
import * as containers from "#shared/containers/container.api.ts";
import { openContainers } from "#shared/control-units/control-unit.api.ts";
import { changeDeposit } from "#shared/deposits/deposit.api.ts";
import { readMachineStock } from "#shared/inventory/inventory.api.ts";
import { addMachine, changeMachine } from "#shared/machines/machine.api.ts";
import { changeOrder } from "#shared/orders/order.api.ts";
import { verifyPayment } from "#shared/payments/payment.api.ts";
import { addPenalty, changePenalty } from "#shared/penalties/penalty.api.ts";
import { addProduct, changeProduct, changeProductImage } from "#shared/products/product.api.ts";
import { addProfile } from "#shared/profiles/profile.api.ts";
import { addRegion, changeRegionProfiles } from "#shared/regions/region.api.ts";
import { changeRegistered, registerUnit, removeRequest } from "#shared/registration/registration.api.ts";
import { downloadSales } from "#shared/sales/sales.api.ts";
import { changeTransaction, openTransaction, refundCan } from "#shared/transactions/transaction.api.ts";
import { changeNote, changeUser, registerUser } from "#shared/users/user.api.ts";
import { alertLogAtom } from "../state/alerts.atoms.ts";
import { createStore } from "../state/jotai.ts";
import { call } from "./call.ts";
import type { KnownEndpoint } from "./request.ts";

/** Specification: Failures. Those of an action, or of a part of a machine's page, whose request itself failed. */
const failures: [text: string, of: KnownEndpoint][] = [
  ["Failed to get vending meachines detials", readMachineStock],
  ["Failed to get vending meachines detials", containers.listContainers],
  ["Error: Failed to register a vending machine", addMachine],
  ["Error: Failed to register a vending machine", registerUnit],
  ["Error: Failed to update vending machine", changeMachine],
  ["Error: Failed to update vending machine", changeRegistered],
  ["Error: Failed to remove vending machine request", removeRequest],
  ["Error: Failed to update Container", containers.changeContainer],
  ["Error: Failed to delete Container", containers.deleteContainer],
  ["Error: Failed to update Inventory", containers.addStock],
  ["Error: Failed to update Inventory", containers.removeStock],
  ["Error: Failed to update Inventory", containers.addStockBulk],
  ["Error: Failed to remove product", containers.removeProduct],
  ["Error: Failed to add Container", containers.addContainers],
  ["Error: Failed to send command", openContainers],
  ["Error: Failed to add a product", addProduct],
  ["Error: Failed to update product", changeProduct],
  ["Error: Failed to upload product image", changeProductImage],
  ["Failed to feth Orders", addProfile],
  ["Error: Failed to update order", changeOrder],
  ["Error: Failed to update order", verifyPayment],
  ["Error: Failed to add a user", registerUser],
  ["Error: Failed to update user", changeUser],
  ["Error: Failed to add note", changeNote],
  ["Error: Failed to update user depost", changeDeposit],
  ["Error: Failed to update user cans", changeCans],
  ["Error: Failed to update user cans", changeCansLimit],
  ["Error: Failed to update penalty", changePenalty],
  ["Error: Failed to add penalty", addPenalty],
  ["Error: Failed to add new region", addRegion],
  ["Error: Failed to update region", changeRegionProfiles],
  ["Error: Failed to updated a transaction", changeTransaction],
  ["Error: Failed to open container", openTransaction],
  ["Error: Failed to refund can", refundCan],
  ["Failed to download sales data", downloadSales],
];

const everyParam = { id: "1", profileId: "1", brandEntryId: "1" };
const publishedOf = async (endpoint: KnownEndpoint) => {
  const store = createStore();
  await call<KnownEndpoint>(endpoint, { params: everyParam, body: {} } as never, { in: store });
  return store.get(alertLogAtom).map(({ kind, text }) => `${kind}: ${text}`);
};

test.each(failures)(
  "'%s' is shown where nobody answers, and where the answer cannot be read",
  async (text, endpoint) => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no answer")));
    expect(await publishedOf(endpoint)).toEqual([`danger: ${text}`]);
    vi.stubGlobal("fetch", async () => new Response("<html>", { status: 502 }));
    expect(await publishedOf(endpoint)).toEqual([`danger: ${text}`]);
  },
);

test("a refusal shows the server's own text in place of them", async () => {
  const refused = { success: false, error: "Failed / Already Registered" };
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(refused), { status: 409 }));
  expect(await publishedOf(addMachine)).toEqual(["danger: Failed / Already Registered"]);
});
