import * as auth from "../auth/auth.api.ts";
import * as containers from "../containers/container.api.ts";
import * as controlUnits from "../control-units/control-unit.api.ts";
import * as inventory from "../inventory/inventory.api.ts";
import * as liveStatus from "../live-status/live-status.api.ts";
import * as machines from "../machines/machine.api.ts";
import * as products from "../products/product.api.ts";
import * as profiles from "../profiles/profile.api.ts";
import * as regions from "../regions/region.api.ts";
import * as registration from "../registration/registration.api.ts";
import * as search from "../search/search.api.ts";
import type { AnyEndpoint } from "./endpoint.ts";

/** Every call that Cansole answers; tests walk it, so that none is declared and forgotten. */
export const catalogue: Record<string, AnyEndpoint> = {
  ...auth,
  ...machines,
  ...liveStatus,
  ...registration,
  ...profiles,
  ...products,
  ...regions,
  ...containers,
  ...inventory,
  ...controlUnits,
  ...search,
};
