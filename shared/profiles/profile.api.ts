import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id, QueryRev } from "../http/fields.ts";
import { BrandEntryChange, NewBrandEntry, NewProfile, ProductProfile, ProfileChange } from "./profile.schema.ts";

const { get, post, put, del } = callsOf("profiles");
const failure = "Failed to feth Orders";
const OneProfile = z.object({ productProfile: ProductProfile });
const ofProfile = z.object({ id: Id });
const ofEntry = z.object({ id: Id, entryId: Id });

export const listProfiles = get("/product-profiles/profiles", {
  operationId: "listProfiles",
  summary: "All product profiles",
  reply: z.object({ productProfiles: z.array(ProductProfile), asOf: ClusterTime }),
  failure,
});

export const readProfile = get("/product-profiles/:id", {
  operationId: "readProfile",
  summary: "One product profile",
  params: ofProfile,
  reply: OneProfile.extend({ asOf: ClusterTime }),
  failure,
});

export const addProfile = post("/product-profiles", {
  operationId: "addProfile",
  summary: "Add a product profile",
  body: NewProfile,
  reply: OneProfile,
  notice: "Profile Created",
  failure,
});

export const changeProfile = put("/product-profiles/:id", {
  operationId: "changeProfile",
  summary: "Change a product profile",
  params: ofProfile,
  body: ProfileChange,
  reply: OneProfile,
  notice: "Profile Updated",
  failure,
});

export const addBrandEntry = post("/product-profiles/:id", {
  operationId: "addBrandEntry",
  summary: "Add a brand entry to a profile",
  params: ofProfile,
  body: NewBrandEntry,
  reply: OneProfile,
  notice: "Profile Data Added",
  failure,
});

export const changeBrandEntry = put("/product-profiles/:id/:entryId", {
  operationId: "changeBrandEntry",
  summary: "Change a brand entry: product and price, or one field of a block",
  params: ofEntry,
  body: BrandEntryChange,
  reply: OneProfile,
  notice: "Profile Data Updated",
  failure,
});

export const deleteBrandEntry = del("/product-profiles/:id/:entryId", {
  operationId: "deleteBrandEntry",
  summary: "Delete a brand entry",
  params: ofEntry,
  query: z.object({ rev: QueryRev.optional() }),
  reply: OneProfile,
  notice: "Profile Data Deleted",
  failure,
});
