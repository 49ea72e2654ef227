import * as z from "zod";
import { Id, line, Rev, text } from "../http/fields.ts";
import { OfflineAfter } from "../machines/machine.schema.ts";

export const Region = z
  .object({
    _id: Id,
    region: z.string(),
    /** `profile` is the id; the name is read live. */
    profiles: z.array(z.object({ profile: Id, name: z.string() })),
    offlineAfterMinutes: OfflineAfter.optional(),
    rev: Rev,
  })
  .meta({ id: "Region" });
export type Region = z.infer<typeof Region>;

export const NewRegion = z.strictObject({ region: line(100) });

/** The name sent beside an id is accepted and ignored: the id decides. */
export const RegionProfiles = z.strictObject({
  region: text(100).optional(),
  profiles: z.array(z.strictObject({ profile: Id, name: z.string().optional() })).max(500),
  offlineAfterMinutes: OfflineAfter.optional(),
  rev: Rev.optional(),
});
