import { runService } from "../run-service.ts";

/** A service that waits for ever while it starts; it says when it does. */
runService({
  env: process.env,
  start: async () => {
    process.stdout.write("starting\n");
    return new Promise<{ stop: () => Promise<void> }>(() => setInterval(() => undefined, 1_000));
  },
  why: String,
});
