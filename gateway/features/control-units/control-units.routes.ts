import type { FastifyInstance } from "fastify";
import { commandCalls } from "#shared/control-units/command-calls.ts";
import * as api from "#shared/control-units/control-unit.api.ts";
import { commandTypes } from "#shared/events/machine-topics.ts";
import { route } from "../../http/route.ts";
import type { CommandsService } from "./commands.service.ts";
import { withMessage } from "./refusals.ts";
import type { SessionsService } from "./sessions.service.ts";
import type { TestMachines } from "./test-machines.ts";

interface Services {
  commands: CommandsService;
  sessions: SessionsService;
  testMachines: TestMachines;
}

export const controlUnitsRoutes = (app: FastifyInstance, { commands, sessions, testMachines }: Services): void => {
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
  route(app, api.listTestMachines, () => testMachines());
};
