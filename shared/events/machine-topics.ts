import * as z from "zod";
import { Moment } from "../http/fields.ts";
import { Telemetry } from "../machines/telemetry.schema.ts";
import { FirmwareVersion } from "../registration/registration.schema.ts";

/** Payloads are at most 64 KiB of UTF-8 JSON; whole packets end the connection above `maxPacketBytes`. */
export const maxPayloadBytes = 65_536;
export const maxPacketBytes = 66_000;
export const keepAliveSeconds = { min: 1, max: 60 } as const;

/** The lock's number at its machine, used on the wire only. */
export const Channel = z.number().int().min(1).max(999);

/** `boot` is a random value per power-up, `seq` counts within it: together they order a unit's own messages. */
const ordered = {
  at: Moment,
  boot: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/),
  seq: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
};

/** 32 bytes in base64url: 43 letters, of which the last carries four bits only. */
const thirtyTwoBytes = z.string().regex(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/);

/**
 * `key` is the unit's X25519 public key; a unit that can keep none leaves it out, and its secret is carried by hand.
 * `mac`: it checks the `mac` of commands once it was given the key to that.
 */
export const RegisterMessage = z.strictObject({
  version: FirmwareVersion,
  dateTime: Moment,
  key: thirtyTwoBytes.optional(),
  mac: z.boolean().optional(),
});
export type RegisterMessage = z.infer<typeof RegisterMessage>;

/** The one message that may say more than is known: a fact of another name is left out and counted. */
export const LiveMessage = z.object({
  ...Telemetry.shape,
  /** What earlier units call `firmware`. */
  version: FirmwareVersion.optional(),
  uptime: z.number().min(0),
  at: Moment,
});
export type LiveMessage = z.infer<typeof LiveMessage>;

/** The facts of a heartbeat, those that it did not say left out. */
export const telemetryOf = ({ version, uptime: _uptime, at: _at, ...facts }: LiveMessage): Telemetry =>
  version === undefined ? facts : { firmware: version, ...facts };

export const LocksMessage = z.strictObject({
  containers: z.array(z.strictObject({ channel: Channel, isLocked: z.boolean() })).max(999),
  full: z.boolean(),
  ...ordered,
});
export type LocksMessage = z.infer<typeof LocksMessage>;

export const commandTypes = [
  "open",
  "stock-update",
  "lock-status",
  "check-open",
  "check-lock-status",
  "lock-close-verify",
  "ping",
  "restart",
] as const;
export const CommandType = z.enum(commandTypes);
export type CommandType = z.infer<typeof CommandType>;

/** `mac` is there for units that were given a key to check it by (`shared/registration/command-keys.server.ts`), and for no others. */
export const CommandMessage = z.strictObject({
  commandId: z.string().min(1).max(64),
  sessionId: z.string().min(1).max(64),
  type: CommandType,
  channels: z.array(Channel).max(999),
  expiresAt: Moment,
  mac: thirtyTwoBytes.optional(),
});
export type CommandMessage = z.infer<typeof CommandMessage>;

export const ResultMessage = z.strictObject({
  commandId: z.string().min(1).max(64),
  channel: Channel.nullable(),
  fact: z.enum(["acknowledged", "opened", "closed", "status", "failed"]),
  code: z.string().max(64).nullish(),
  message: z.string().max(500).nullish(),
  isLocked: z.boolean().nullish(),
  ...ordered,
});
export type ResultMessage = z.infer<typeof ResultMessage>;

/**
 * The unit's secret, readable by that unit alone: `key` is an X25519 public key used this once, `iv` 12 bytes, `data`
 * the AES-256-GCM of `{"secret": "..."}` with its tag behind it; with a `commandKey` where the unit checks `mac`.
 */
export const CredentialsMessage = z.strictObject({
  sealed: z.strictObject({
    key: thirtyTwoBytes,
    iv: z.string().regex(/^[A-Za-z0-9_-]{16}$/),
    data: z.string().regex(/^[A-Za-z0-9_-]+$/),
  }),
});
export type CredentialsMessage = z.infer<typeof CredentialsMessage>;

const TimeMessage = z.strictObject({ now: Moment });

/**
 * What was wrong with a dropped message, for authors of firmware. `topic` is the part behind `up/`; `field` names the
 * first wrong field, such as `containers.0.channel`. No value of the message is repeated.
 */
export const ProblemMessage = z.strictObject({
  reason: z.string().min(1).max(40),
  topic: z.string().max(64),
  field: z.string().max(100).nullable(),
  message: z.string().max(200),
});
export type ProblemMessage = z.infer<typeof ProblemMessage>;

/** What a unit may say. `login` is who may say it: the provisioning login, or the unit's own. */
export const upTopics = {
  register: { qos: 1, login: "provision", payload: RegisterMessage },
  live: { qos: 0, login: "unit", payload: LiveMessage },
  locks: { qos: 1, login: "unit", payload: LocksMessage },
  result: { qos: 1, login: "unit", payload: ResultMessage },
} as const;
export type UpTopic = keyof typeof upTopics;

/** Topics to a unit. */
export const downTopics = {
  credentials: { qos: 1, login: "provision", payload: CredentialsMessage },
  time: { qos: 0, login: "unit", payload: TimeMessage },
  command: { qos: 1, login: "unit", payload: CommandMessage },
  problem: { qos: 0, login: "unit", payload: ProblemMessage },
} as const;
export type DownTopic = keyof typeof downTopics;

/** A message from a unit, distinguished by its topic. */
export type UpMessage = { [T in UpTopic]: { topic: T; payload: z.infer<(typeof upTopics)[T]["payload"]> } }[UpTopic];
/** A message to a unit. */
export type DownMessage = {
  [T in DownTopic]: { topic: T; payload: z.infer<(typeof downTopics)[T]["payload"]> };
}[DownTopic];

export const upTopic = (serialNumber: string, topic: UpTopic) => `vm/v1/${serialNumber}/up/${topic}`;
export const downTopic = (serialNumber: string, topic: DownTopic) => `vm/v1/${serialNumber}/down/${topic}`;
/** All that one unit may subscribe to with its own login. */
export const allDownTopics = (serialNumber: string) => `vm/v1/${serialNumber}/down/#`;

/** Takes an up topic apart; null if it is none of ours. */
export const parseUpTopic = (topic: string): { serialNumber: string; topic: UpTopic } | null => {
  const found = /^vm\/v1\/([A-Za-z0-9_-]{1,64})\/up\/([a-z]+)$/.exec(topic);
  const name = found?.[2];
  if (!found?.[1] || !name || !Object.hasOwn(upTopics, name)) return null;
  return { serialNumber: found[1], topic: name as UpTopic };
};
