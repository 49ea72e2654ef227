import { dayOf } from "#shared/http/zone-days.ts";
import type { GatewayParts } from "../parts.ts";

/** The present day of TIME_ZONE by MongoDB's clock, yyyy-mm-dd. */
export const createToday =
  ({ clock, config }: Pick<GatewayParts, "clock" | "config">) =>
  (): string =>
    dayOf(clock.now(), config.TIME_ZONE);
