/**
 * Every Redis key that Cansole uses, under one prefix. Identity in a key is an id that never changes.
 * What one script or one command touches carries one hash tag (the part in braces), so that a Redis Cluster keeps it in
 * one place: presence with all links, all stock, the codes and counts of one guessed account, the job queues.
 */
export const createRedisKeys = (prefix: string) => ({
  /** Sorted set: units heard within the limit, by the time of their last message. */
  online: `{${prefix}:presence}:online`,
  /** Sorted set: units that fell silent, by the time of their last message. */
  offline: `{${prefix}:presence}:offline`,
  /** Hash: what each unit last said of itself, as JSON. */
  telemetry: `{${prefix}:presence}:telemetry`,
  /** Hash: the signal strength of each unit, as it was kept before its telemetry was. Read where that is missing. */
  strength: `{${prefix}:presence}:strength`,
  /** Set while the sorted sets have what MongoDB remembers; gone when Redis was emptied. */
  presenceLoaded: `{${prefix}:presence}:loaded`,
  /** Which gateway and connection have a unit. Written and read together with presence. */
  link: (serialNumber: string) => `{${prefix}:presence}:link:${serialNumber}`,
  /** Hash: a one-time code. Whose it is: an account at one known device, or at all unknown ones. */
  otp: (whose: string) => `${prefix}:otp:{${whose}}`,
  /** Sorted set: requests for codes, by time. */
  otpRequests: (whose: string) => `${prefix}:otp-requests:{${whose}}`,
  /** Sorted set: wrong codes by time; of passwords under a name of their own. */
  wrongTries: (whose: string) => `${prefix}:wrong-tries:{${whose}}`,
  rateLimit: `${prefix}:rate:`,
  /** Hash: what is for sale at a machine, and the snapshot that it was computed from. */
  stock: (machine: string) => `{${prefix}:stock}:machine:${machine}`,
  /** Set while Redis has the stock of every machine; gone when it was emptied. */
  stockLoaded: `{${prefix}:stock}:loaded`,
  /** Held by the gateway that compares all stock with the database in this minute. */
  stockCheck: `{${prefix}:stock}:check`,
  /** Publish/subscribe channel of one signal: everybody's, or that of one process. */
  channel: (signal: string, to?: string) => `${prefix}:signal:${signal}${to ? `:${to}` : ""}`,
  /** What BullMQ puts before its own keys. */
  jobs: `{${prefix}:jobs}`,
});
export type RedisKeys = ReturnType<typeof createRedisKeys>;
