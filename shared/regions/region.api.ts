import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { NewRegion, Region, RegionProfiles } from "./region.schema.ts";

const { get, post, put } = callsOf("regions");
const AllRegions = z.object({ regions: z.array(Region), asOf: ClusterTime });

export const listRegions = get("/regions", {
  operationId: "listRegions",
  summary: "All regions",
  reply: AllRegions,
  failure: "Failed to fetch Regions",
});

/** Defined by the product and unused by its console; answers as `GET /regions`. */
export const listAllRegions = get("/region/all", {
  operationId: "listAllRegions",
  summary: "All regions",
  reply: AllRegions,
  failure: "Failed to fetch Regions",
});

export const readRegion = get("/regions/:id", {
  operationId: "readRegion",
  summary: "One region",
  params: z.object({ id: Id }),
  reply: z.object({ region: Region, asOf: ClusterTime }),
  notice: "Successfully fetched Region details",
  failure: "Error: Failed to get Region details",
});

export const addRegion = post("/regions", {
  operationId: "addRegion",
  summary: "Add a region",
  body: NewRegion,
  reply: z.object({ region: Region }),
  notice: "Successfully add a region",
  failure: "Error: Failed to add new region",
});

export const changeRegionProfiles = put("/regions/update-profile/:id", {
  operationId: "changeRegionProfiles",
  summary: "Set the profiles of a region",
  params: z.object({ id: Id }),
  body: RegionProfiles,
  reply: z.object({ region: Region }),
  notice: "Region Updated",
  failure: "Error: Failed to update region",
});
