import type { MachineStatus } from "#shared/machines/machine.rules.ts";
import { countProfileMachines, type ProfileMachines } from "#shared/profiles/profile-machines.api.ts";
import { liveAtom } from "../live/live.atom.ts";
import { loadBy } from "../live/load-by.ts";
import { atom, type Getter } from "../state/jotai.ts";
import { nowAtom } from "../state/now.atoms.ts";
import { countText } from "../ui/count-text.ts";
import { judgedMachinesAtom, machinesAtom, manyMachinesAtom } from "./machines.atoms.ts";

/**
 * Counted by the server if there are more machines than are loaded. A failed load shows no alert: the number is not
 * what the page is about.
 */
const countedAtom = liveAtom<readonly ProfileMachines[]>({
  rooms: [],
  load: loadBy(countProfileMachines, {}, ({ profiles }) => profiles, { isQuiet: true }),
  againEveryMs: 10_000,
  handlers: {},
});

type ByProfile = ReadonlyMap<string, ProfileMachines>;
const countOf = (get: Getter, isUnderWork: (until: string) => boolean): ByProfile | undefined => {
  // The whole list is not followed where it is too long.
  if (get(manyMachinesAtom) > 0) {
    const counted = get(countedAtom).data;
    return counted && new Map(counted.map((one) => [one.profile, one]));
  }
  const machines = get(machinesAtom).data;
  if (!machines) return undefined;
  const of = new Map<string, ProfileMachines>();
  for (const { profile, region, work } of machines) {
    const known = of.get(profile) ?? { profile, region, machines: 0, underWork: 0 };
    of.set(profile, known);
    known.machines += 1;
    if (work && isUnderWork(work.until)) known.underWork += 1;
  }
  return of;
};

/** How many machines follow each profile, by its id, and in which region; undefined until it is known. */
export const machinesOfProfilesAtom = atom((get) => countOf(get, () => false));
/** The same with how many of them are under work at this moment. */
export const workOfProfilesAtom = atom((get) => {
  const now = get(nowAtom);
  return countOf(get, (until) => Date.parse(until) > now);
});

/** What becomes of each machine, by its control unit's serial number; undefined until it is known, and of too many. */
export const statusOfUnitsAtom = atom((get): ReadonlyMap<string, MachineStatus> | undefined => {
  if (get(manyMachinesAtom) > 0) return undefined;
  const judged = get(judgedMachinesAtom).data;
  return (
    judged && new Map(judged.flatMap(({ record, status }) => (record.unit ? [[record.unit.serialNumber, status]] : [])))
  );
});

/** "6 machines in Aluva"; a placeholder while they are not known. */
export const placesText = (of: readonly ProfileMachines[] | undefined, inRegion: boolean): string => {
  if (!of) return "\u00a0";
  const sum = of.reduce((all, { machines }) => all + machines, 0);
  if (sum === 0) return "No machine";
  const regions = [...new Set(of.map(({ region }) => region))].filter((region) => region !== "");
  const count = countText(sum, "machine");
  return inRegion && regions.length > 0 ? `${count} in ${regions.join(", ")}` : count;
};
