import { createSecrets } from "#shared/runtime/secrets.ts";
import type { Feature } from "../feature.ts";
import { createAcceptKey } from "./accept-key.ts";
import { createRegistrationRepository } from "./registration.repository.ts";
import { registrationRoutes } from "./registration.routes.ts";
import { createRegistrationService } from "./registration.service.ts";

/** Control units that ask to be registered, and the machines that they are registered to. */
export const registrationFeature: Feature = (app, parts) => {
  const registrations = createRegistrationRepository(parts.mongo);
  const secrets = createSecrets(parts.config.JWT_SECRET);
  registrationRoutes(app, createRegistrationService({ ...parts, registrations, secrets }), createAcceptKey(parts));
};
