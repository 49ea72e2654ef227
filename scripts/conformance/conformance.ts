import type { Result } from "./cases.ts";
import { askingCases, refusingCases } from "./commands.cases.ts";
import { doorCases } from "./doors.cases.ts";
import { outboxCases, refusalCases } from "./lines.cases.ts";
import { manners } from "./manners.cases.ts";
import { powerCases, rotationCases } from "./power.cases.ts";
import { registration } from "./registration.cases.ts";
import { speakingCases } from "./speaking.cases.ts";
import { openStage, type StageOptions } from "./stage.ts";

/** In the order in which they are played: each begins where the one before has left the unit. */
export const groups = [
  registration,
  speakingCases,
  askingCases,
  refusingCases,
  doorCases,
  outboxCases,
  refusalCases,
  powerCases,
  rotationCases,
  manners,
];

/** Plays Cansole against one unit and reports each case as it is known. Rejects when the port is taken. */
export const runConformance = async (
  options: StageOptions,
  {
    onOpen,
    onGroup,
    onResult,
  }: { onOpen: (port: number) => void; onGroup: (name: string) => void; onResult: (result: Result) => void },
): Promise<void> => {
  const stage = await openStage(options);
  try {
    onOpen(stage.port);
    for (const { name, run } of groups) {
      onGroup(name);
      await run(stage, onResult);
    }
  } finally {
    await stage.stop();
  }
};
