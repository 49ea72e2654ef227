import type { Rattling, UnitRattling } from "#shared/machines/rattling.schema.ts";
import type { RattlingDocument } from "#shared/runtime/documents/units.ts";

export const rattlingView = ({ until, changes, lockCount, worst }: RattlingDocument): Rattling => ({
  until: until.toISOString(),
  changes,
  lockCount,
  worst,
});

export const unitRattlingView = (told: RattlingDocument): UnitRattling => ({
  serialNumber: told._id,
  vendingMachine: told.machine,
  rattling: rattlingView(told),
});
