import type { Feature } from "../feature.ts";
import { createMachinesRepository } from "./machines.repository.ts";
import { machinesRoutes } from "./machines.routes.ts";
import { createMachinesService } from "./machines.service.ts";

/** Vending machines: their records, and whether they are live. */
export const machinesFeature: Feature = (app, parts) => {
  machinesRoutes(app, createMachinesService({ ...parts, machines: createMachinesRepository(parts.mongo) }));
};
