import { type Filter, ObjectId } from "mongodb";
import * as rules from "#shared/containers/container.rules.ts";
import type { ContainerForm } from "#shared/containers/container.schema.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { ContainerDocument } from "#shared/machines/machine.document.server.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { differing } from "../../records/change-record.ts";
import { dropLapsedReservation, factsAt, guards, insist, noReservation } from "./container-guards.ts";
import type { ContainersRepository } from "./containers.repository.ts";

interface Around {
  /** Milliseconds. */
  now: number;
  dbSession: DbSession;
  containers: ContainersRepository;
}
interface Edit {
  verb: string;
  guard?: Filter<ContainerDocument>;
  fields: (present: ContainerDocument) => Promise<Partial<ContainerDocument>> | Partial<ContainerDocument>;
}

/** What differs from the record, and with it the end of a reservation that has lapsed. */
const onlyNews =
  (now: number, fields: Edit["fields"]): Edit["fields"] =>
  async (present) => {
    const changes = differing(present, await fields(present));
    return Object.keys(changes).length > 0 ? { ...dropLapsedReservation(present, now), ...changes } : {};
  };

const relabel = (label: string): Edit => ({ verb: "container.relabelled", fields: () => ({ label }) });

const setWorking = (isWorking: boolean, now: number): Edit => ({
  verb: isWorking ? "container.enabled" : "container.disabled",
  guard: guards.canChangeWorking(now),
  fields: (present) => {
    const facts = factsAt(present, now);
    insist(rules.canChangeWorking(facts), present, facts, ["reserved"]);
    return { isWorking };
  },
});

/**
 * An operator's reservation has no end. They may end a customer's, but not take it over unseen, and not while a
 * transaction claims the container: its door may move.
 */
const setReserved = (isReserved: boolean, { now, dbSession, containers }: Around): Edit => ({
  verb: isReserved ? "container.reserved" : "container.released",
  guard: guards.canChangeReserved(),
  fields: async (present) => {
    const facts = factsAt(present, now);
    insist(rules.canChangeReserved(facts), present, facts, ["empty", "disabled"]);
    if (!isReserved) {
      const { reservation } = present;
      const claim =
        reservation &&
        present.reservedUntil === null &&
        (await containers.claimedBy(dbSession, reservation, present._id));
      if (claim)
        throw new DomainError(
          "conflict",
          `Container ${present.label} is claimed by transaction ${claim.transactionId}: open or refund that first`,
        );
      return noReservation;
    }
    if (facts.isReserved && present.reservedUntil)
      throw new DomainError("conflict", `Container ${present.label} is reserved for a customer`);
    if (facts.isReserved) return {};
    return { isReserved: true, reservedUntil: null, reservedAt: new Date(now), reservation: null };
  },
});

/** `prevProduct` is what the operator saw; left out, it is not compared. */
const setProduct = (
  product: ObjectId | null,
  prevProduct: string | null | undefined,
  { now, dbSession: session, containers }: Around,
): Edit => ({
  verb: product ? "container.product.set" : "container.product.removed",
  guard: guards.canChangeProduct(),
  fields: async (present) => {
    const facts = factsAt(present, now);
    insist(rules.canChangeProduct(facts), present, facts, ["stocked", "disabled"]);
    if (prevProduct !== undefined && (present.product?.toHexString() ?? null) !== prevProduct)
      throw new DomainError("conflict", `The product of container ${present.label} was changed meanwhile`, {
        container: (await containers.show(session, [present]))[0],
      });
    if (!product) {
      insist(rules.canRemoveProduct(facts), present, facts, ["unassigned"]);
      return { product };
    }
    const machine = await containers.machine(session, present.machine);
    if (!machine) throw new DomainError("missing", "The vending machine of this container is gone");
    if (!(await containers.profileOffers(session, machine.profile, product)))
      throw new DomainError("invalid", "product: must be one of the products of the vending machine's profile");
    return { product };
  },
});

/**
 * One of the forms (specification: Calls of containers) as an edit of the record; `product: null` takes the product
 * off, null changes nothing.
 */
export const editOf = (change: ContainerForm | { product: null } | null, around: Around): Edit => {
  if (change === null) return { verb: "container.changed", fields: () => ({}) };
  const edit = editFor(change, around);
  return { ...edit, fields: onlyNews(around.now, edit.fields) };
};

const editFor = (change: ContainerForm | { product: null }, around: Around): Edit => {
  if ("container_id" in change) return relabel(change.container_id);
  if ("isWorking" in change) return setWorking(change.isWorking, around.now);
  if ("isReserved" in change) return setReserved(change.isReserved, around);
  if (change.product === null) return setProduct(null, undefined, around);
  return setProduct(new ObjectId(change.product), change.prevProduct, around);
};
