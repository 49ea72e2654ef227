import type { Bouncing, UnitBouncing } from "#shared/machines/bouncing.schema.ts";
import type { BouncingDocument } from "#shared/registration/unit.document.server.ts";

export const bouncingView = ({ until, changes, lockCount, worst }: BouncingDocument): Bouncing => ({
  until: until.toISOString(),
  changes,
  lockCount,
  worst,
});

export const unitBouncingView = (document: BouncingDocument): UnitBouncing => ({
  serialNumber: document._id,
  vendingMachine: document.machine,
  rattling: bouncingView(document),
});
