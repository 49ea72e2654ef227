import * as z from "zod";
import { Id, Moment } from "../http/fields.ts";

/** One field that changed, as text; null if there was or is no value. */
export const AuditChange = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() });
export type AuditChange = z.infer<typeof AuditChange>;

const AuditActorKind = z.enum(["operator", "system", "intake", "provider", "job"]);

/** Who did what to which record, written in the transaction of the change itself. */
export const AuditEntry = z
  .object({
    _id: Id,
    time: Moment,
    actor: z.object({ kind: AuditActorKind, _id: Id.nullable(), name: z.string() }),
    /** The address of the request or the name of the job; null where the reader may not see it. */
    from: z.string().nullable(),
    /** "container.stocked". */
    verb: z.string(),
    record: z.object({ collection: z.string(), _id: z.string(), label: z.string() }),
    reason: z.string(),
    /** Null where the reader may not see them. */
    changes: z.array(AuditChange).nullable(),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof AuditEntry>;
