import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { NewRegion, Region, RegionProfiles } from "./region.schema.ts";

const AllRegions = z.object({ regions: z.array(Region), asOf: ClusterTime });

export const listRegions = endpoint({
  method: "GET",
  path: "/regions",
  tag: "regions",
  summary: "All regions",
  access: "operator",
  reply: AllRegions,
  failure: "Failed to fetch Regions",
});

/** Defined by the product and unused by its console; answers as `GET /regions`. */
export const listAllRegions = endpoint({
  method: "GET",
  path: "/region/all",
  tag: "regions",
  summary: "All regions",
  access: "operator",
  reply: AllRegions,
  failure: "Failed to fetch Regions",
});

export const readRegion = endpoint({
  method: "GET",
  path: "/regions/:id",
  tag: "regions",
  summary: "One region",
  access: "operator",
  params: z.object({ id: Id }),
  reply: z.object({ region: Region, asOf: ClusterTime }),
  notice: "Successfully fetched Region details",
  failure: "Error: Failed to get Region details",
});

export const addRegion = endpoint({
  method: "POST",
  path: "/regions",
  tag: "regions",
  summary: "Add a region",
  access: "operator",
  body: NewRegion,
  reply: z.object({ region: Region }),
  notice: "Successfully add a region",
  failure: "Error: Failed to add new region",
});

export const changeRegionProfiles = endpoint({
  method: "PUT",
  path: "/regions/update-profile/:id",
  tag: "regions",
  summary: "Say which profiles belong to a region",
  access: "operator",
  params: z.object({ id: Id }),
  body: RegionProfiles,
  reply: z.object({ region: Region }),
  notice: "Region Updated",
  failure: "Error: Failed to update region",
});
