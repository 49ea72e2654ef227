import { type LogFn, type Logger as Pino, pino } from "pino";
import { openLogDestination } from "./log-destination.ts";
import { errorFields, withoutValues } from "./logged-errors.ts";
import { createRepeats } from "./logged-repeats.ts";

export type Logger = Pino;

/** Fields that never reach a log, wherever they stand. */
const secretFields = ["phone", "otp", "OTP", "token", "password", "secret", "authorization", "apiKey"];
const redact = {
  paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`, `*.*.*.${field}`]),
  censor: "[redacted]",
};
/** Warnings and what is worse. */
const warnLevel = 40;

/**
 * Structured lines on standard error, so that standard output keeps what people read: the OTP and the ready line. A
 * failure that comes again and again is one line a minute, with its count (decision 0058).
 */
export const createLogger = (room: string, level: string, destination = openLogDestination(2)): Logger => {
  const repeats = createRepeats();
  return pino(
    {
      level,
      base: { room },
      redact,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: {
        err: errorFields,
        why: (why: unknown) => (typeof why === "string" ? withoutValues(why) : why),
      },
      hooks: {
        logMethod(args: Parameters<LogFn>, method: LogFn, lineLevel: number) {
          const write = (...line: Parameters<LogFn>) => method.apply(this, line);
          if (lineLevel < warnLevel && typeof args[0] !== "string") write(...args);
          else repeats.write(args, write);
        },
      },
    },
    destination,
  );
};
