import { commandCalls } from "#shared/control-units/command-calls.ts";
import * as api from "#shared/control-units/control-unit.api.ts";
import { commandTypes } from "#shared/events/machine-topics.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";
import { createCommanding } from "./commanding.ts";
import { createCommandsService } from "./commands.service.ts";
import { createControlUnitsRepository } from "./control-units.repository.ts";
import { withMessage } from "./refusals.ts";
import { createRequestedContainers } from "./requested-containers.ts";
import { createSessionIntake } from "./session-intake.ts";
import { createSessionsService } from "./sessions.service.ts";
import { createTestMachines } from "./test-machines.ts";

/** Commands to control units: an operator's request is stored here, and started by the workers. */
export const controlUnitsFeature: Feature = (app, parts) => {
  const units = createControlUnitsRepository(parts.mongo);
  const requested = createRequestedContainers(units);
  const own = { ...parts, ...createCommanding(parts), units, requested };
  const takeIn = createSessionIntake(own);
  const commands = createCommandsService({ ...own, takeIn });
  const sessions = createSessionsService({ ...own, takeIn });
  for (const type of commandTypes)
    route(app, commandCalls[type], ({ actor, idempotency, body, request }) =>
      withMessage(commands.give(type, body, { actor, idempotency, trace: request.id })),
    );
  route(app, api.readSessionResults, ({ params }) => sessions.results(params.id));
  route(app, api.cancelSession, ({ actor, params, request }) =>
    withMessage(sessions.cancel(actor, params.id, request.id)),
  );
  route(app, api.resendSession, ({ actor, idempotency, params, body, request }) =>
    withMessage(sessions.resend(params.id, body, { actor, idempotency, trace: request.id })),
  );
  route(app, api.storeTestingFeedback, ({ actor, body }) => withMessage(commands.keepFeedback(actor, body)));
  const listTestMachines = createTestMachines(parts.mongo);
  route(app, api.listTestMachines, ({ query }) => listTestMachines(query));
};
