import * as z from "zod";
import { Id, Moment, Rev } from "../http/fields.ts";

/** The label that operators see and edit: 1 to 10 digits or dots, unique at its machine. */
export const ContainerLabel = z
  .string()
  .trim()
  .regex(/^[0-9.]{1,10}$/, "must be 1 to 10 digits or dots");

/** The fields of a container's own record. */
export const ContainerRecord = z
  .object({
    _id: Id,
    /** The label; at first equal to the channel. */
    containerId: z.string(),
    /** The lock's number at its machine; it never changes. */
    channel: z.number().int(),
    isWorking: z.boolean(),
    /** As stored: a customer's reservation holds until `reservedUntil`, an operator's has no end. */
    isReserved: z.boolean(),
    reservedUntil: Moment.nullable(),
    /** Reserved because its can was refunded and may have left it all the same: somebody must look. Else missing. */
    toBeChecked: z.literal(true).optional(),
    isEmpty: z.boolean(),
    product: Id.nullable(),
    brand: z.string(),
    stockedOn: Moment.nullable(),
    vendingMachine: Id,
    rev: Rev,
  })
  .meta({ id: "ContainerRecord" });
export type ContainerRecord = z.infer<typeof ContainerRecord>;

/** With its door, as the unit last said; a door that was never heard of counts as locked. */
export const Container = ContainerRecord.extend({ isLocked: z.boolean() }).meta({ id: "Container" });
export type Container = z.infer<typeof Container>;

/** A machine takes containers with the channels 1 to 999. */
export const maxContainers = 999;

/** A number, or its digits as an input field gives them; an empty field is zero, nothing else is taken for a number. */
const Count = z
  .union([z.number(), z.null(), z.string().regex(/^\s*\d+\s*$/)], { error: "must be a number" })
  .transform(Number)
  .pipe(z.number().int("must be a whole number").min(1, "must not be zero").max(maxContainers));

export const AddContainers = z.strictObject({ vendingMachine: Id, containers: Count });

/** The forms of an edit (specification: Calls of containers); `rev` may stand beside each. */
const forms = [
  z.strictObject({ container_id: ContainerLabel, rev: Rev.optional() }),
  z.strictObject({ isWorking: z.boolean(), rev: Rev.optional() }),
  z.strictObject({ isReserved: z.boolean(), rev: Rev.optional() }),
  z.strictObject({ product: Id, _id: Id, prevProduct: Id.nullable(), rev: Rev.optional() }),
] as const;
export type ContainerForm = z.infer<(typeof forms)[number]>;

/**
 * A container as GET answers it, with one thing changed. `isReserved: false` ends a customer's reservation only together
 * with its `reservedUntil` as it was read; with null it says that the sender did not see one.
 */
const WholeContainer = z.strictObject({ ...Container.shape, containerId: ContainerLabel });
export type WholeContainer = z.infer<typeof WholeContainer>;

export const ContainerChange = z.union([...forms, WholeContainer]);
export type ContainerChange = z.infer<typeof ContainerChange>;
