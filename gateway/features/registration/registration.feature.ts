import { listRegisteredPages } from "#shared/registration/registered-pages.api.ts";
import * as api from "#shared/registration/registration.api.ts";
import { createSecrets } from "#shared/runtime/secrets.ts";
import { whyOnlyAdmin } from "#shared/users/user.rules.ts";
import { operatorOf } from "../../http/login.ts";
import { route } from "../../http/route.ts";
import { shareAnswers, shareUpTo } from "../../http/shared-answer.ts";
import type { Feature } from "../../records/feature.ts";
import { createAcceptKey } from "./accept-key.ts";
import { createRegisteredPages } from "./registered-pages.ts";
import { createRegistrationRepository } from "./registration.repository.ts";
import { createRegistrationService } from "./registration.service.ts";
import { createUnitSecretsService } from "./unit-secrets.service.ts";

/** Control units that request registration, and the machines that they are registered to. */
export const registrationFeature: Feature = (app, parts) => {
  const { mongo } = parts;
  const registrations = createRegistrationRepository(parts.mongo);
  const secrets = createSecrets(parts.config.JWT_SECRET);
  const registration = createRegistrationService({ ...parts, registrations });
  const unitSecrets = createUnitSecretsService({ ...parts, registrations, secrets });
  const acceptKey = createAcceptKey(parts);
  route(app, api.listRequests, () => registration.listRequests());
  route(app, api.removeRequest, ({ actor, body }) => registration.removeRequest(actor, body.serialNumber));
  // Who may not read a secret registers all the same: a unit with a key fetches its own.
  route(app, api.registerUnit, async (call) => {
    const registered = await unitSecrets.register(call.actor, call.body);
    return whyOnlyAdmin(operatorOf(call).operator.role, "unit-secrets") === null
      ? registered
      : { ...registered, secret: null };
  });
  route(app, api.acceptKey, ({ actor, body }) => acceptKey(actor, body));
  route(
    app,
    api.listRegistered,
    shareUpTo(shareAnswers(api.listRegistered, registration.listRegistered), {
      mongo,
      collection: mongo.collections.units,
      none: { vendingMachines: [] },
    }),
  );
  const readPage = createRegisteredPages(parts);
  route(app, listRegisteredPages, ({ query }) => readPage(query));
  route(app, api.readRegistered, ({ query }) => registration.readRegistered(query.serialNumber));
  route(app, api.changeRegistered, ({ actor, body }) => registration.change(actor, body));
  route(app, api.renewSecret, ({ actor, body }) => unitSecrets.renewSecret(actor, body._id));
  route(app, api.removeRegistered, ({ actor, body }) => registration.remove(actor, body.serialNumber));
  route(
    app,
    api.listAvailable,
    shareUpTo(shareAnswers(api.listAvailable, registration.listAvailable), {
      mongo,
      collection: mongo.collections.machines,
      none: { vendingMachines: [] },
    }),
  );
};
