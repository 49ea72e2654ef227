/** A machine is online if its last live update was at most this long ago (specification: Machine status). */
export const silentAfterSeconds = 75;

export const machineStatuses = ["Online", "Offline", "Unavailable"] as const;
export type MachineStatus = (typeof machineStatuses)[number];

/** What the rule needs to know of a machine. Times are milliseconds since 1970. */
export interface PresenceFacts {
  /** An authorised unit is linked to the machine. */
  hasUnit: boolean;
  /** The gateway's time of the last accepted message; null if there never was one. */
  lastSeen: number | null;
}

/** Those facts of a machine as screens read it. */
export const presenceFacts = ({
  unit,
  lastSeenOnline,
}: {
  unit: { authorised: boolean } | null;
  lastSeenOnline: string | null;
}): PresenceFacts => ({
  hasUnit: unit?.authorised ?? false,
  lastSeen: lastSeenOnline === null ? null : Date.parse(lastSeenOnline),
});

/** A unit is silent once more than 75 s have passed; the 75th second itself still counts as online. */
export const isSilent = (lastSeen: number, now: number, afterSeconds = silentAfterSeconds): boolean =>
  now - lastSeen > afterSeconds * 1000;

/** Unavailable: never reported, or the machine has no authorised unit. */
export const machineStatus = (
  { hasUnit, lastSeen }: PresenceFacts,
  now: number,
  afterSeconds = silentAfterSeconds,
): MachineStatus => {
  if (!hasUnit || lastSeen === null) return "Unavailable";
  return isSilent(lastSeen, now, afterSeconds) ? "Offline" : "Online";
};

/** The machine page's indicator knows two states: Unavailable reads Offline there. */
export const indicatorStatus = (status: MachineStatus): "Online" | "Offline" =>
  status === "Online" ? "Online" : "Offline";

/** A unit's clock may be this far off before the console says so. */
export const tolerableClockOffsetSeconds = 60;
