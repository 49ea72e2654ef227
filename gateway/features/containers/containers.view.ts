import type { ObjectId } from "mongodb";
import type * as z from "zod";
import type { Container, ContainerRecord } from "#shared/containers/container.schema.ts";
import type { Door } from "#shared/events/events.ts";
import type { ContainerDocument } from "#shared/machines/machine.document.server.ts";
import type { DoorDocument } from "#shared/registration/unit.document.server.ts";
import { isToBeChecked } from "./container-guards.ts";

/** What is shown beside a container's product id. An unknown brand is the empty text. */
interface BrandNames {
  brandOf(product: ObjectId): string;
}

export const containerRecordView = (container: ContainerDocument, names: BrandNames): ContainerRecord => ({
  _id: container._id.toHexString(),
  containerId: container.label,
  channel: container.channel,
  isWorking: container.isWorking,
  isReserved: container.isReserved,
  reservedUntil: container.reservedUntil?.toISOString() ?? null,
  ...(isToBeChecked(container) ? { toBeChecked: true as const } : {}),
  isEmpty: container.isEmpty,
  product: container.product?.toHexString() ?? null,
  brand: container.product ? names.brandOf(container.product) : "",
  stockedOn: container.stockedOn?.toISOString() ?? null,
  vendingMachine: container.machine.toHexString(),
  rev: container.rev,
});

/** A door that was never reported counts as locked. */
export const containerView = (container: ContainerDocument, names: BrandNames, unlocked: Set<number>): Container => ({
  ...containerRecordView(container, names),
  isLocked: !unlocked.has(container.channel),
});

export const doorView = ({ serialNumber, channel, isLocked }: DoorDocument): z.infer<typeof Door> => ({
  serialNumber,
  channel,
  isLocked,
});
