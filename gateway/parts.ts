import type { Collection, ObjectId } from "mongodb";
import type { Audit } from "#shared/audit/audit.server.ts";
import type { Delivery, EventName } from "#shared/events/events.ts";
import type { DownMessage, ProblemMessage, UpMessage } from "#shared/events/machine-topics.ts";
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

/** How a unit signed in: with its own secret, or with the provisioning key that all unregistered units share. */
type UnitLogin = "unit" | "provision";

/** What the desk made of a sign-in. `credential` names the secret that it was made with; the broker only keeps it. */
export interface Admission {
  login: UnitLogin;
  credential: string;
  /** Grows from each sign-in of this unit to the next, at whichever gateway; 0 on the provisioning login. */
  connectionNumber: number;
  /** What this unit's commands are signed with; null or missing where it was given no such key. */
  commandKey?: Buffer | null;
}

/** One admitted MQTT connection of a unit. */
export interface UnitConnection extends Admission {
  id: string;
  /** As addresses are counted (`addressName`). */
  address: string;
  serialNumber: string;
}

/** What a unit says in its CONNECT, and where it says it from. */
export interface Claim {
  serialNumber: string;
  username: string;
  password: string;
  /** As addresses are counted (`addressName`). */
  address: string;
  /** The strangers at this address, or all of them, have spent what they may: only what is surely right is looked at. */
  isCrowded: boolean;
}

/** The machine link as the broker sees it: who may come in, and what to do with what they say. */
export interface MachineDesk {
  /** Null refuses; 'later' makes the unit come again. */
  admit(claim: Claim): Promise<Admission | null | "later">;
  /** The connection stands; of those with a unit's own secret the earlier one is closed already. */
  connected(connection: UnitConnection): void;
  /** The unit has subscribed to its down topics, the first time or again: it can be sent messages. */
  subscribed(connection: UnitConnection): void;
  /** Resolves once what was said is stored; the PUBACK follows. A rejection closes the connection without a PUBACK. */
  received(connection: UnitConnection, message: UpMessage): Promise<void>;
  /** What a unit said with its own secret was dropped. */
  dropped(connection: UnitConnection, problem: ProblemMessage): void;
  /** `why` is a reason of the machine protocol's table, or 'left'. */
  closed(connection: UnitConnection, why: string): void;
}

/** The broker as the machine link sees it. */
export interface MachineLines {
  /** Writes to that one connection; false if it is no longer here. A write proves nothing about its arrival. */
  send(connectionId: string, message: DownMessage): Promise<boolean>;
  /** Ends one connection, if it is here. */
  end(connectionId: string, why: string): Promise<void>;
  connections(): UnitConnection[];
  /** A message through the broker and back, for the readiness check. Rejects after `ms`. */
  roundTrip(ms: number): Promise<void>;
}
