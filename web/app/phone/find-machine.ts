import { search } from "#shared/search/search.api.ts";
import { longestSearch } from "#shared/search/search.schema.ts";
import { call } from "../../http/call.ts";

export interface FoundMachine {
  _id: string;
  name: string;
  vendingMachineId: string;
  state: string | null;
}

/**
 * The machine with this vendingMachineId, else the one that differs in capitals alone; or why there is none, to be read.
 */
export const findMachine = async (typed: string): Promise<FoundMachine | string> => {
  const id = typed.trim();
  const unknown = `No vending machine has the id “${id.slice(0, longestSearch)}”`;
  if (id.length > longestSearch) return unknown;
  const outcome = await call(search, { query: { q: id } }, { quiet: true });
  if (outcome.is !== "done") return outcome.error;
  const machines = outcome.reply.results.filter(({ kind }) => kind === "machine");
  const found =
    machines.find(({ detail }) => detail === id) ??
    machines.find(({ detail }) => detail.toLowerCase() === id.toLowerCase());
  return found ? { _id: found.id, name: found.label, vendingMachineId: found.detail, state: found.state } : unknown;
};
