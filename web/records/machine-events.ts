import type { UnitBouncing } from "#shared/machines/bouncing.schema.ts";
import type { Machine, MachineRecord } from "#shared/machines/machine.schema.ts";
import type { ProductProfile } from "#shared/profiles/profile.schema.ts";
import type { Region } from "#shared/regions/region.schema.ts";
import type { RegisteredUnit } from "#shared/registration/registration.schema.ts";
import { loadAgain } from "../live/follow.ts";
import { isNewer } from "../live/records.ts";

const unheard = {
  live: false,
  unit: null,
  lastSeenOnline: null,
  strength: null,
  telemetry: undefined,
  clockOffsetSeconds: null,
  rattling: null,
} as const;

/** A machine's record changed; its unit and when it was heard stay as they were. */
export const withMachineRecord = (machine: Machine, record: MachineRecord): Machine =>
  isNewer(machine, record) ? { ...machine, ...record } : machine;

/** A machine that was just added: it has no unit yet. */
export const newMachine = (record: MachineRecord): Machine => ({ ...record, ...unheard });

/** A unit changed. If it has just become the machine's, only a load knows its history. */
export const withUnit = (machine: Machine, unit: RegisteredUnit): Machine | typeof loadAgain => {
  const { serialNumber, authorised, vendingMachine } = unit;
  const known = machine.unit?.serialNumber === serialNumber;
  if (vendingMachine !== machine._id) return known ? { ...machine, ...unheard } : machine;
  if (!known) return loadAgain;
  return machine.unit?.authorised === authorised ? machine : { ...machine, unit: { serialNumber, authorised } };
};

export const withoutUnit = (machine: Machine, { serialNumber }: RegisteredUnit): Machine =>
  machine.unit?.serialNumber === serialNumber ? { ...machine, ...unheard } : machine;

/** Locks of the machine's unit bounce, or do no more. */
export const withBouncing = (machine: Machine, { serialNumber, rattling }: UnitBouncing): Machine =>
  machine.unit?.serialNumber === serialNumber ? { ...machine, rattling } : machine;

/** Profiles are shown by name beside their id. */
export const withProfileName = (machine: Machine, { _id, name }: ProductProfile): Machine =>
  machine.profile === _id && machine.profileName !== name ? { ...machine, profileName: name } : machine;

/** A machine is of the region that holds its profile (specification: Stock); one that gives it up leaves it in none. */
export const withRegion = (machine: Machine, { region, profiles }: Region): Machine => {
  const isIn = profiles.some(({ profile }) => profile === machine.profile);
  return isIn === (machine.region === region) ? machine : { ...machine, region: isIn ? region : "" };
};
