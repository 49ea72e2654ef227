import type { GatewayParts } from "../../parts.ts";

interface UnitRecord {
  /** The machine of the unit at this moment. */
  machine: string | null;
  version: string;
}
type Found = { serialNumber: string; version: string; machine: { toHexString(): string } | null };

/** What rows of a history name beside their unit. */
export const readUnitRecords = async (
  { units }: GatewayParts["mongo"]["collections"],
  serialNumbers: string[],
): Promise<Map<string, UnitRecord>> => {
  const found = await units
    .find({ serialNumber: { $in: serialNumbers } })
    .project<Found>({ serialNumber: 1, machine: 1, version: 1 })
    .toArray();
  return new Map(
    found.map(({ serialNumber, machine, version }) => [
      serialNumber,
      { machine: machine?.toHexString() ?? null, version },
    ]),
  );
};
