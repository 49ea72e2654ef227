import { useMemo } from "react";
import type { RegisteredUnit } from "#shared/registration/registration.schema.ts";
import { statusOfUnitsAtom } from "../../records/machine-places.ts";
import { store, useAtom, useAtomValue } from "../../state/jotai.ts";
import { mapLoad } from "../../state/load.ts";
import { later } from "../../ui/later.tsx";
import { useListState } from "../../ui/list-state.ts";
import { numbered } from "../../ui/numbered.ts";
import { NameCell } from "./NameCell.tsx";
import { RegisteredList } from "./RegisteredList.tsx";
import { registeredAtom, wholeRegistered } from "./registration.atoms.ts";
import { unitColumns } from "./unit-columns.tsx";

const fetchPages = () => import("./RegisteredPages.tsx");
const RegisteredPages = later(fetchPages);

function Name({ unit: { serialNumber, name } }: { unit: RegisteredUnit }) {
  return <NameCell name={name} status={useAtomValue(statusOfUnitsAtom)?.get(serialNumber)} />;
}
const columns = unitColumns<RegisteredUnit>(Name);

const byTime = (a: RegisteredUnit, b: RegisteredUnit) => a.time.localeCompare(b.time) || a._id.localeCompare(b._id);

/** All of them at once. */
function WholeList() {
  const [load, send] = useAtom(registeredAtom);
  const list = useListState({});
  const rows = useMemo(() => mapLoad(load, (units) => numbered([...units].sort(byTime))), [load]);
  const units = load.data;
  const counts = useMemo(
    () => units && { all: units.length, unauthorised: units.filter(({ authorised }) => !authorised).length },
    [units],
  );
  return (
    <RegisteredList of={rows} counts={counts} columns={columns} list={list} onRetry={() => send({ do: "retry" })} />
  );
}

/** Control units that are registered, and whether they may connect (specification: Registered vending machines). */
export function Component() {
  return useAtomValue(wholeRegistered.manyAtom) > 0 ? <RegisteredPages /> : <WholeList />;
}

export const first = async () => [
  store.get(wholeRegistered.manyAtom) > 0 ? (await fetchPages()).firstAtom() : registeredAtom,
];
