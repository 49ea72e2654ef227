import type { ContainerForm, WholeContainer } from "#shared/containers/container.schema.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { ContainerDocument } from "#shared/machines/machine.document.server.ts";
import { isToBeChecked } from "./container-guards.ts";

/**
 * Customers' reservations come and lapse while `rev` stays (claims raise it). One that the sender saw and left as it was
 * is not made again after its end, and one that the sender did not see is not ended: who ends it sends `reservedUntil`
 * as it was read.
 */
const changesReservation = (
  present: ContainerDocument,
  { isReserved, reservedUntil, toBeChecked }: WholeContainer,
): boolean => {
  if (isReserved === present.isReserved) return false;
  const seenUntil = reservedUntil === null ? null : Date.parse(reservedUntil);
  if (isReserved) return seenUntil === null;
  return seenUntil === (present.reservedUntil?.getTime() ?? null) && (toBeChecked === true) === isToBeChecked(present);
};

/**
 * A container may be sent back whole, as GET answered it. Returns the one form that says what was changed in it, or
 * null if nothing was. Throws `invalid` for changes of several forms: each has its own rule and its own line in the
 * audit.
 */
export const changedForm = (
  present: ContainerDocument,
  whole: WholeContainer,
): ContainerForm | { product: null } | null => {
  const { containerId, isWorking, isReserved, product, rev } = whole;
  // It will be refused as stale: what differs is not the sender's change.
  if (rev !== present.rev) return null;
  const forms: (ContainerForm | { product: null })[] = [];
  if (containerId !== present.label) forms.push({ container_id: containerId, rev });
  if (isWorking !== present.isWorking) forms.push({ isWorking, rev });
  if (changesReservation(present, whole)) forms.push({ isReserved, rev });
  const before = present.product?.toHexString() ?? null;
  if (product === null && before !== null) forms.push({ product });
  if (product !== null && product !== before)
    forms.push({ product, _id: present._id.toHexString(), prevProduct: before, rev });
  if (forms.length > 1)
    throw new DomainError("invalid", "Change one thing at a time: containerId, isWorking, isReserved or product");
  return forms[0] ?? null;
};
