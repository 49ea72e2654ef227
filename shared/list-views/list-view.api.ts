import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ListName, ListView } from "./list-view.schema.ts";

const { get, post, del } = callsOf("list-views");
const reply = z.object({ views: z.array(ListView) });

export const listViews = get("/list-views", {
  operationId: "listViews",
  summary: "The operator's saved views of a list, by name",
  query: z.object({ list: ListName }),
  reply,
  failure: "Failed to get the views",
});

export const keepView = post("/list-views", {
  operationId: "keepView",
  summary: "Save a view under a name; a view that had the name is replaced",
  body: z.strictObject({ ...ListView.shape, list: ListName }),
  reply,
  notice: "View saved",
  failure: "Error: Failed to save the view",
});

export const forgetView = del("/list-views", {
  operationId: "forgetView",
  summary: "Delete a view; deleting one that is gone is no error",
  body: z.strictObject({ list: ListName, name: ListView.shape.name }),
  reply,
  failure: "Error: Failed to delete the view",
});
