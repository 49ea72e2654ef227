import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ListName, ListView } from "./list-view.schema.ts";

const { get, post, del } = callsOf("list-views");
const reply = z.object({ views: z.array(ListView) });

export const listViews = get("/list-views", {
  operationId: "listViews",
  summary: "The views of a list that the operator has named, by name",
  query: z.object({ list: ListName }),
  reply,
  failure: "Failed to get the views",
});

export const keepView = post("/list-views", {
  operationId: "keepView",
  summary: "Keep a view under a name, in place of one that had it",
  body: z.strictObject({ ...ListView.shape, list: ListName }),
  reply,
  notice: "View kept",
  failure: "Error: Failed to keep the view",
});

export const forgetView = del("/list-views", {
  operationId: "forgetView",
  summary: "Forget a view; one that is gone already is no error",
  body: z.strictObject({ list: ListName, name: ListView.shape.name }),
  reply,
  failure: "Error: Failed to forget the view",
});
