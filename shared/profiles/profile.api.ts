import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { ClusterTime } from "../http/fields.ts";
import { ProductProfile } from "./profile.schema.ts";

export const listProfiles = endpoint({
  method: "GET",
  path: "/product-profiles/profiles",
  tag: "profiles",
  summary: "All product profiles",
  access: "operator",
  reply: z.object({ productProfiles: z.array(ProductProfile), asOf: ClusterTime }),
  failure: "Failed to feth Orders",
});
