import type { Collection, ObjectId } from "mongodb";
import type { Audit } from "#shared/audit/audit.server.ts";
import type { Delivery, EventName } from "#shared/events/events.ts";
import type { Room } from "#shared/events/rooms.ts";
import type { ClusterTime } from "#shared/http/fields.ts";
import type { Bus } from "#shared/runtime/bus.ts";
import type { Clock } from "#shared/runtime/clock.ts";
import type { CollectionName, Collections } from "#shared/runtime/collections.ts";
import type { ServiceConfig } from "#shared/runtime/config.ts";
import type { DatabaseClock } from "#shared/runtime/database-clock.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { Queues } from "#shared/runtime/queues.ts";
import type { RedisConnection } from "#shared/runtime/redis.ts";
import type { RedisKeys } from "#shared/runtime/redis-keys.ts";
import type { Metrics } from "./http/metrics.ts";
import type { Strangers } from "./http/stranger-counts.ts";
import type { Limits } from "./limits.ts";

/** What every part of the gateway may be handed. */
export interface GatewayParts {
  config: ServiceConfig;
  /** Names this process among the gateways; new at each start. */
  gatewayId: string;
  limits: Limits;
  /** MongoDB's clock, as this process measures it; in tests, one that they move. */
  clock: Clock;
  /** The same with what is known of its bounds. */
  databaseClock: DatabaseClock;
  log: Logger;
  mongo: Mongo;
  redis: RedisConnection;
  keys: RedisKeys;
  bus: Bus;
  queues: Queues;
  audit: Audit;
  metrics: Metrics;
  strangers: Strangers;
}

/** The document that a collection keeps. */
export type StoredIn<N extends CollectionName> = Collections[N] extends Collection<infer D> ? D : never;

/** One change of one record, from the change stream. `before` is known only where pre-images are kept. */
export interface Change<N extends CollectionName = CollectionName> {
  collection: N;
  id: ObjectId;
  t: ClusterTime;
  after: StoredIn<N> | null;
  before: StoredIn<N> | null;
}

/** The change stream, for services that act on a record's change inside this gateway. */
export interface ChangeFeed {
  /** A listener that throws is logged and stops nobody. Listeners are called in the order of the changes. */
  on<N extends CollectionName>(collection: N, listener: (change: Change<N>) => Promise<void> | void): void;
  /** History was lost: anything may have changed. */
  onGap(listener: () => Promise<void> | void): void;
  /** Whatever changed since the feed began and before this moment was delivered; null where that is not known. */
  position(): ClusterTime | null;
}

/** Where events go: the sockets of this gateway. */
export interface Audience {
  /** Those of these rooms that have members. */
  present(rooms: Room[]): Room[];
  emit<N extends EventName>(rooms: Room[], name: N, delivery: Delivery<N>): void;
  /** Sends these rooms a reload; none named is everybody. */
  reload(rooms: Room[]): void;
}
