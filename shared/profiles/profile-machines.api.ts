import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";

const { get } = callsOf("profiles");

/** The machines that follow a profile, by their number; one that no machine follows is left out. */
export const ProfileMachines = z
  .object({
    profile: Id,
    /** The name of the region that has the profile; empty where none has. */
    region: z.string(),
    machines: z.number().int(),
    /** Those of them at which somebody works now. */
    underWork: z.number().int(),
  })
  .meta({ id: "ProfileMachines" });
export type ProfileMachines = z.infer<typeof ProfileMachines>;

/** Ours: for pages that say how many machines there are and show none of them. */
export const countProfileMachines = get("/product-profiles/machines", {
  operationId: "countProfileMachines",
  summary: "How many machines use each profile",
  reply: z.object({ profiles: z.array(ProfileMachines), asOf: ClusterTime }),
  failure: "Failed to count the machines of the profiles",
});
