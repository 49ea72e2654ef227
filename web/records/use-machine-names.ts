import { useMemo } from "react";
import { rowsPerLongPage } from "#shared/http/long-lists.ts";
import { atom, useAtomValue } from "../state/jotai.ts";
import { machineNamesAtomOf } from "./found-machines.ts";
import { machinesAtom, manyMachinesAtom } from "./machines.atoms.ts";

const none: ReadonlyMap<string, string> = new Map();

/** The present names of these machines, by their ids; in a large network at most as many as one page of a list has. */
export function useMachineNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const key = ids.slice(0, rowsPerLongPage).join();
  const namesAtom = useMemo(
    () =>
      atom((get) => {
        // The whole list is not followed where it is too long.
        if (get(manyMachinesAtom) > 0) return (key && get(machineNamesAtomOf(key)).data) || none;
        return new Map(get(machinesAtom).data?.map(({ _id, name }) => [_id, name]));
      }),
    [key],
  );
  return useAtomValue(namesAtom);
}
