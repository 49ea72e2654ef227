import type { FastifyInstance } from "fastify";
import * as api from "#shared/registration/registration.api.ts";
import { route } from "../../http/route.ts";
import type { AcceptKey } from "./accept-key.ts";
import type { RegistrationService } from "./registration.service.ts";

export const registrationRoutes = (
  app: FastifyInstance,
  registration: RegistrationService,
  acceptKey: AcceptKey,
): void => {
  route(app, api.listRequests, () => registration.listRequests());
  route(app, api.removeRequest, async ({ actor, body }) => ({
    allRequests: await registration.removeRequest(actor, body.serialNumber),
  }));
  route(app, api.registerUnit, ({ actor, body }) => registration.register(actor, body));
  route(app, api.acceptKey, ({ actor, body }) => acceptKey(actor, body));
  route(app, api.listRegistered, () => registration.listRegistered());
  route(app, api.readRegistered, ({ query }) => registration.readRegistered(query.serialNumber));
  route(app, api.changeRegistered, async ({ actor, body }) => ({
    vendingMachine: await registration.change(actor, body),
  }));
  route(app, api.renewSecret, ({ actor, body }) => registration.renewSecret(actor, body._id));
  route(app, api.removeRegistered, async ({ actor, body }) => ({
    vendingMachines: await registration.remove(actor, body.serialNumber),
  }));
  route(app, api.listAvailable, () => registration.listAvailable());
};
