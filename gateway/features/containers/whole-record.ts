import type { ContainerForm, WholeContainer } from "#shared/containers/container.schema.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { ContainerDocument } from "#shared/machines/machine.document.server.ts";

/**
 * A container may be sent back whole, as GET answered it. Returns the one form that says what was changed in it, or
 * null if nothing was. Throws `invalid` for changes of several forms: each has its own rule and its own line in the
 * audit.
 */
export const changedForm = (
  present: ContainerDocument,
  { containerId, isWorking, isReserved, product, rev }: WholeContainer,
): ContainerForm | { product: null } | null => {
  // It will be refused as stale: what differs is not the sender's change.
  if (rev !== present.rev) return null;
  const forms: (ContainerForm | { product: null })[] = [];
  if (containerId !== present.label) forms.push({ container_id: containerId, rev });
  if (isWorking !== present.isWorking) forms.push({ isWorking, rev });
  if (isReserved !== present.isReserved) forms.push({ isReserved, rev });
  const before = present.product?.toHexString() ?? null;
  if (product === null && before !== null) forms.push({ product });
  if (product !== null && product !== before)
    forms.push({ product, _id: present._id.toHexString(), prevProduct: before, rev });
  if (forms.length > 1)
    throw new DomainError("invalid", "Change one thing at a time: containerId, isWorking, isReserved or product");
  return forms[0] ?? null;
};
