import { connectionLimits } from "./broker-limits.ts";
import { authLimits } from "./features/auth/auth.limits.ts";
import { featureLimits } from "./features/features.limits.ts";
import { httpLimits } from "./http/http.limits.ts";
import { machineLinkLimits } from "./machine-link/machine-link.limits.ts";
import { pagedLimits } from "./paged/paged.limits.ts";
import { pushLimits } from "./push/push.limits.ts";

/** All limits together, so that a test can shorten any of them: nothing waits for real minutes. */
export const defaultLimits = {
  ...httpLimits,
  ...authLimits,
  ...featureLimits,
  ...pagedLimits,
  ...pushLimits,
  ...connectionLimits,
  ...machineLinkLimits,
};
export type Limits = typeof defaultLimits;
