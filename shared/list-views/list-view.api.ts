import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { ListName, ListView } from "./list-view.schema.ts";

const reply = z.object({ views: z.array(ListView) });

export const listViews = endpoint({
  method: "GET",
  path: "/list-views",
  tag: "list-views",
  summary: "The views of a list that the operator has named, by name",
  access: "operator",
  query: z.object({ list: ListName }),
  reply,
  failure: "Failed to get the views",
});

export const keepView = endpoint({
  method: "POST",
  path: "/list-views",
  tag: "list-views",
  summary: "Keep a view under a name, in place of one that had it",
  access: "operator",
  body: ListView.extend({ list: ListName }),
  reply,
  notice: "View kept",
  failure: "Error: Failed to keep the view",
});

export const forgetView = endpoint({
  method: "DELETE",
  path: "/list-views",
  tag: "list-views",
  summary: "Forget a view; one that is gone already is no error",
  access: "operator",
  body: z.strictObject({ list: ListName, name: ListView.shape.name }),
  reply,
  failure: "Error: Failed to forget the view",
});
