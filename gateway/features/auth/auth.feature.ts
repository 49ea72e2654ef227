import { limitSignIn } from "../../http/rate-limit.ts";
import type { Feature } from "../feature.ts";
import { operatorRoutes, signInRoutes } from "./auth.routes.ts";
import { createAuthService } from "./auth.service.ts";
import { createOtpSender } from "./otp-sender.ts";

/** Signing in with a code or a password, signing out, adding users. */
export const authFeature: Feature = (app, parts) => {
  const auth = createAuthService(parts, createOtpSender(parts));
  operatorRoutes(app, auth);
  app.register(async (limited) => {
    await limitSignIn(limited, parts);
    signInRoutes(limited, auth);
  });
};
