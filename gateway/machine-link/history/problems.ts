import type { ProblemMessage } from "#shared/events/machine-topics.ts";
import type { MachineLines, UnitConnection } from "#shared/events/unit-connections.ts";
import type { GatewayParts } from "../../parts.ts";
import { createBudgets } from "../connections/budgets.ts";
import type { ConnectionHistory } from "./connection-history.ts";

type Parts = Pick<GatewayParts, "limits"> & {
  comings: Pick<ConnectionHistory, "dropped">;
  lines: () => MachineLines;
};

/**
 * What was wrong with a unit's message: said to the unit itself and kept in its machine's history. A unit that says
 * nothing right is answered and recorded only this often, however often it connects.
 */
export const createProblems = ({ limits, comings, lines }: Parts) => {
  const { problems } = limits;
  const said = createBudgets(problems.said.perMinute, problems.said);
  const kept = createBudgets(problems.kept.perMinute, problems.kept);
  // A message that comes too soon costs nothing: a unit that never stops still gets an answer as often as the bound
  // allows.
  const isDue = (budgets: typeof said, name: string) => !budgets.isSpent(name) && budgets.spend(name);
  return (connection: UnitConnection, payload: ProblemMessage): void => {
    const { id, login, serialNumber } = connection;
    if (login !== "unit") return;
    if (isDue(said, serialNumber)) void lines().send(id, { topic: "problem", payload });
    if (isDue(kept, serialNumber)) comings.dropped(connection, payload);
  };
};
