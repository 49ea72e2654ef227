import { type Logger as Pino, pino } from "pino";

export type Logger = Pino;

/** Fields that never reach a log, wherever they stand. */
const secretFields = ["phone", "otp", "OTP", "token", "password", "secret", "authorization", "apiKey"];
const redact = {
  paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`, `*.*.*.${field}`]),
  censor: "[redacted]",
};

/** Structured lines on standard error, so that standard output keeps what people read: the OTP and the ready line. */
export const createLogger = (
  room: string,
  level: string,
  destination = pino.destination({ dest: 2, sync: false }),
): Logger => pino({ level, base: { room }, redact, timestamp: pino.stdTimeFunctions.isoTime }, destination);
