import type { Feature } from "../feature.ts";
import { createOnce } from "../once.ts";
import { createCommanding } from "./commanding.ts";
import { createCommandsService } from "./commands.service.ts";
import { createControlUnitsRepository } from "./control-units.repository.ts";
import { controlUnitsRoutes } from "./control-units.routes.ts";
import { createSessionIntake } from "./session-intake.ts";
import { createSessionsService } from "./sessions.service.ts";
import { createTestMachines } from "./test-machines.ts";
import { createWishedContainers } from "./wished-containers.ts";

/** Commands to control units: what an operator asks of a machine is stored here, and started by the workers. */
export const controlUnitsFeature: Feature = (app, parts) => {
  const units = createControlUnitsRepository(parts.mongo);
  const wished = createWishedContainers(units);
  const own = { ...parts, ...createCommanding(parts), units, wished, once: createOnce(parts) };
  const takeIn = createSessionIntake(own);
  controlUnitsRoutes(app, {
    commands: createCommandsService({ ...own, takeIn }),
    sessions: createSessionsService({ ...own, takeIn }),
    testMachines: createTestMachines(parts.mongo),
  });
};
