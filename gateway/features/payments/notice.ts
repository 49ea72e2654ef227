import { createHash } from "node:crypto";
import * as z from "zod";

/** What is read of a notice: the order or payment. Its other content is not believed; the provider is queried. */
const Notice = z.object({
  event: z.string().max(100),
  payload: z.object({
    payment: z
      .object({
        entity: z.object({
          id: z.string().max(100),
          order_id: z.string().max(100).nullish(),
          status: z.string().max(100),
          amount: z.int(),
          amount_refunded: z.int().nullish().catch(null),
          currency: z.string().max(10),
        }),
      })
      .optional(),
    order: z.object({ entity: z.object({ id: z.string().max(100) }) }).optional(),
    dispute: z
      .object({ entity: z.object({ id: z.string().regex(/^disp_\w{1,40}$/), status: z.string().max(40).catch("") }) })
      .optional(),
  }),
});
export type Notice = z.infer<typeof Notice>;

/** A notice as it came. */
export interface Delivered {
  raw: Buffer;
  signature: unknown;
  /** The provider's own name of it. */
  eventId: unknown;
  from: string;
}

export const orderIdOf = ({ payment, order }: Notice["payload"]): string | null =>
  payment?.entity.order_id ?? order?.entity.id ?? null;
/** Payments do not say that they are disputed: the dispute itself is asked about. Each once, in the order they came. */
export const disputeOf = ({ payload: { dispute } }: Notice) => {
  if (!dispute) return [];
  const known = { $ifNull: ["$disputes", []] };
  const own = [dispute.entity.id];
  return [{ $set: { disputes: { $concatArrays: [known, { $setDifference: [own, known] }] } } }];
};

/** What a payment's status does not say: a dispute and its state, a part that was given back, or that a refund failed. */
export const saidOf = ({ event, payload: { payment, dispute } }: Notice): string[] => {
  if (event === "refund.failed") return ["refund failed"];
  if (dispute) return [`${dispute.entity.id} ${dispute.entity.status}`.trim()];
  const { status, amount_refunded: back } = payment?.entity ?? {};
  return status === "captured" && back ? [`refunded ${back}`] : [];
};

export const readNotice = (raw: Buffer): Notice | null => {
  try {
    return Notice.parse(JSON.parse(raw.toString("utf8")));
  } catch {
    return null;
  }
};

/** A notice without an event id is identified by its bytes: a repeat has the same. */
export const eventIdOf = ({ eventId, raw }: Delivered): string =>
  typeof eventId === "string" && /^[\w-]{1,100}$/.test(eventId)
    ? eventId
    : createHash("sha256").update(raw).digest("hex");
