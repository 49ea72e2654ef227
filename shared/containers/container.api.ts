import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { ClusterTime, Id, Rev } from "../http/fields.ts";
import { AddContainers, Container, ContainerChange } from "./container.schema.ts";

const updateFailure = "Error: Failed to update Container";
const stockFailure = "Error: Failed to update Inventory";
const OneContainer = z.object({ container: Container });
const AllContainers = z.object({ containers: z.array(Container) });
const StockBody = z.strictObject({ id: Id, vendingMachine: Id, rev: Rev.optional() });

export const listContainers = endpoint({
  method: "GET",
  path: "/containers",
  tag: "containers",
  summary: "A machine's containers, by channel",
  access: "operator",
  query: z.object({ vendingMachine: z.string().trim().min(1, "is required").max(64) }),
  reply: AllContainers.extend({ asOf: ClusterTime }),
  failure: "Failed to get vending meachines detials",
});

export const addContainers = endpoint({
  method: "POST",
  path: "/containers",
  tag: "containers",
  summary: "Add containers by a count, on the lowest free channels",
  access: "operator",
  body: AddContainers,
  idempotent: true,
  reply: AllContainers,
  notice: "Container Added",
  failure: "Error: Failed to add Container",
});

export const changeContainer = endpoint({
  method: "PUT",
  path: "/containers",
  tag: "containers",
  summary: "Change a container's label, state or product",
  access: "operator",
  query: z.object({ id: Id }),
  body: ContainerChange,
  reply: OneContainer,
  notice: "Container Updated",
  failure: updateFailure,
});

export const deleteContainer = endpoint({
  method: "DELETE",
  path: "/containers",
  tag: "containers",
  summary: "Delete an empty container that is not reserved",
  access: "operator",
  body: z.strictObject({ vendingMachine: Id, container: Id }),
  reply: AllContainers,
  notice: "Container Deleted",
  failure: "Error: Failed to delete Container",
});

export const addStock = endpoint({
  method: "POST",
  path: "/containers/add-stock",
  tag: "containers",
  summary: "Mark a container stocked",
  access: "operator",
  body: StockBody,
  idempotent: true,
  reply: OneContainer,
  notice: "Inventory Updated",
  failure: stockFailure,
});

export const removeStock = endpoint({
  method: "POST",
  path: "/containers/remove-stock",
  tag: "containers",
  summary: "Mark a container empty",
  access: "operator",
  body: StockBody,
  idempotent: true,
  reply: OneContainer,
  notice: "Inventory Updated",
  failure: stockFailure,
});

/** All that are named are stocked, or none and the refusal names the ones that are not allowed. */
export const addStockBulk = endpoint({
  method: "POST",
  path: "/containers/add-stock-bulk",
  tag: "containers",
  summary: "Mark many containers stocked, all or none",
  access: "operator",
  body: z.strictObject({ containers: z.array(Id).min(1, "is empty").max(999), vendingMachine: Id }),
  idempotent: true,
  reply: AllContainers,
  notice: "Inventory Updated",
  failure: stockFailure,
});

export const removeProduct = endpoint({
  method: "PUT",
  path: "/containers/remove-product",
  tag: "containers",
  summary: "Take the product off an empty container",
  access: "operator",
  body: z.strictObject({ _id: Id, rev: Rev.optional() }),
  reply: OneContainer,
  notice: "Container Updated",
  failure: "Error: Failed to remove product",
});
