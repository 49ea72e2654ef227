import { act } from "@testing-library/react";
import { atom, type PrimitiveAtom, useAtomValue } from "../state/jotai.ts";
import type { Load } from "../state/load.ts";
import { useListState } from "../ui/list-state.ts";
import type { Column } from "../ui/table/column.ts";
import { Table, type TableProps } from "../ui/table/Table.tsx";
import { showPage } from "./screen.tsx";

export interface ExampleMachine {
  id: string;
  name: string;
  status: string;
  sales: number | null;
}

const columns: Column<ExampleMachine>[] = [
  { id: "name", head: "Name", value: (row) => row.name, link: (row) => `/machines/${row.id}`, onPhone: "title" },
  { id: "status", head: "Status", kind: "choice", value: (row) => row.status, onPhone: "side" },
  { id: "sales", head: "Sales", kind: "number", value: (row) => row.sales, onPhone: "line" },
];

export const exampleMachines: ExampleMachine[] = [
  { id: "m1", name: "Gate 10", status: "Online", sales: 90 },
  { id: "m2", name: "Gate 9", status: "Offline", sales: null },
  { id: "m3", name: "atrium", status: "Online", sales: 200 },
];

export const manyMachines = (count: number): ExampleMachine[] =>
  Array.from({ length: count }, (_, at) => ({ id: `m${at}`, name: `M ${at}`, status: "Online", sales: at }));

export const ready = (data: readonly ExampleMachine[]): Load<readonly ExampleMachine[]> => ({ state: "ready", data });

type LoadAtom = PrimitiveAtom<Load<readonly ExampleMachine[]>>;
const idOf = (row: ExampleMachine) => row.id;

function Page({ loadAtom, ...props }: Partial<TableProps<ExampleMachine>> & { loadAtom: LoadAtom }) {
  const list = useListState({});
  const load = useAtomValue(loadAtom);
  return <Table label="Machines" columns={columns} of={load} rowId={idOf} list={list} {...props} />;
}

/** The one table with three machines, its list in the URL; `load` gives it other rows. */
export function showTable(
  of: Load<readonly ExampleMachine[]>,
  more: Partial<TableProps<ExampleMachine>> & { at?: string } = {},
) {
  const loadAtom: LoadAtom = atom(of);
  const { at = "/", ...props } = more;
  const shown = showPage(<Page loadAtom={loadAtom} {...props} />, { at });
  return { ...shown, load: (next: Load<readonly ExampleMachine[]>) => act(() => shown.store.set(loadAtom, next)) };
}

/** The rows that are drawn. */
export const dataRows = () => [...document.querySelectorAll<HTMLElement>("tbody tr.row")];
/** Their first cells. */
export const names = () => dataRows().map((row) => row.querySelector("td")?.textContent);
