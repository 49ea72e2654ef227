import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id, Rev } from "../http/fields.ts";
import { AddContainers, Container, ContainerChange } from "./container.schema.ts";

const { get, post, put, del } = callsOf("containers");
const updateFailure = "Error: Failed to update Container";
const stockFailure = "Error: Failed to update Inventory";
const OneContainer = z.object({ container: Container });
const AllContainers = z.object({ containers: z.array(Container) });
const StockBody = z.strictObject({ id: Id, vendingMachine: Id, rev: Rev.optional() });

export const listContainers = get("/containers", {
  operationId: "listContainers",
  summary: "A machine's containers, by channel",
  query: z.object({ vendingMachine: z.string().trim().min(1, "is required").max(64) }),
  reply: AllContainers.extend({ asOf: ClusterTime }),
  failure: "Failed to get vending meachines detials",
});

export const addContainers = post("/containers", {
  operationId: "addContainers",
  summary: "Add containers by a count, on the lowest free channels",
  body: AddContainers,
  idempotent: true,
  reply: AllContainers,
  notice: "Container Added",
  failure: "Error: Failed to add Container",
});

export const changeContainer = put("/containers", {
  operationId: "changeContainer",
  summary: "Change a container's label, state or product",
  query: z.object({ id: Id }),
  body: ContainerChange,
  reply: OneContainer,
  notice: "Container Updated",
  failure: updateFailure,
});

export const deleteContainer = del("/containers", {
  operationId: "deleteContainer",
  summary: "Delete an empty container that is not reserved",
  body: z.strictObject({ vendingMachine: Id, container: Id }),
  reply: AllContainers,
  notice: "Container Deleted",
  failure: "Error: Failed to delete Container",
});

export const addStock = post("/containers/add-stock", {
  operationId: "addStock",
  summary: "Mark a container stocked",
  body: StockBody,
  idempotent: true,
  reply: OneContainer,
  notice: "Inventory Updated",
  failure: stockFailure,
});

export const removeStock = post("/containers/remove-stock", {
  operationId: "removeStock",
  summary: "Mark a container empty",
  body: StockBody,
  idempotent: true,
  reply: OneContainer,
  notice: "Inventory Updated",
  failure: stockFailure,
});

/** All that are named are stocked, or none and the refusal names the ones that are not allowed. */
export const addStockBulk = post("/containers/add-stock-bulk", {
  operationId: "addStockBulk",
  summary: "Mark many containers stocked, all or none",
  body: z.strictObject({ containers: z.array(Id).min(1, "is empty").max(999), vendingMachine: Id }),
  idempotent: true,
  reply: AllContainers,
  notice: "Inventory Updated",
  failure: stockFailure,
});

export const removeProduct = put("/containers/remove-product", {
  operationId: "removeProduct",
  summary: "Take the product off an empty container",
  body: z.strictObject({ _id: Id, rev: Rev.optional() }),
  reply: OneContainer,
  notice: "Container Updated",
  failure: "Error: Failed to remove product",
});
