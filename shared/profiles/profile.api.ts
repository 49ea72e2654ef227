import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { ClusterTime, Id, QueryRev } from "../http/fields.ts";
import { BrandEntryChange, NewBrandEntry, NewProfile, ProductProfile, ProfileChange } from "./profile.schema.ts";

const failure = "Failed to feth Orders";
const OneProfile = z.object({ productProfile: ProductProfile });
const ofProfile = z.object({ id: Id });
const ofEntry = z.object({ id: Id, entryId: Id });

export const listProfiles = endpoint({
  method: "GET",
  path: "/product-profiles/profiles",
  tag: "profiles",
  summary: "All product profiles",
  access: "operator",
  reply: z.object({ productProfiles: z.array(ProductProfile), asOf: ClusterTime }),
  failure,
});

export const readProfile = endpoint({
  method: "GET",
  path: "/product-profiles/:id",
  tag: "profiles",
  summary: "One product profile",
  access: "operator",
  params: ofProfile,
  reply: OneProfile.extend({ asOf: ClusterTime }),
  failure,
});

export const addProfile = endpoint({
  method: "POST",
  path: "/product-profiles",
  tag: "profiles",
  summary: "Add a product profile",
  access: "operator",
  body: NewProfile,
  reply: OneProfile,
  notice: "Profile Created",
  failure,
});

export const changeProfile = endpoint({
  method: "PUT",
  path: "/product-profiles/:id",
  tag: "profiles",
  summary: "Change a product profile",
  access: "operator",
  params: ofProfile,
  body: ProfileChange,
  reply: OneProfile,
  notice: "Profile Updated",
  failure,
});

export const addBrandEntry = endpoint({
  method: "POST",
  path: "/product-profiles/:id",
  tag: "profiles",
  summary: "Add a brand entry to a profile",
  access: "operator",
  params: ofProfile,
  body: NewBrandEntry,
  reply: OneProfile,
  notice: "Profile Data Added",
  failure,
});

export const changeBrandEntry = endpoint({
  method: "PUT",
  path: "/product-profiles/:id/:entryId",
  tag: "profiles",
  summary: "Change a brand entry: product and price, or one field of a block",
  access: "operator",
  params: ofEntry,
  body: BrandEntryChange,
  reply: OneProfile,
  notice: "Profile Data Updated",
  failure,
});

export const deleteBrandEntry = endpoint({
  method: "DELETE",
  path: "/product-profiles/:id/:entryId",
  tag: "profiles",
  summary: "Delete a brand entry",
  access: "operator",
  params: ofEntry,
  query: z.object({ rev: QueryRev.optional() }),
  reply: OneProfile,
  notice: "Profile Data Deleted",
  failure,
});
