import { createWriteBuffer } from "#shared/concurrency/write-buffer.ts";
import type { UnitConnection } from "#shared/events/unit-connections.ts";
import type { GatewayParts } from "../../parts.ts";

type Parts = Pick<GatewayParts, "redis" | "keys" | "bus" | "log" | "limits" | "gatewayId">;

interface LinkChange {
  arrived: UnitConnection | null;
  gone: string[];
  held: string | null;
}

const clearScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

const leaseMs = 5_000;
/** How often a gateway of a cluster renews its lease. */
export const renewLeaseMs = 1_000;

/**
 * Which gateway and connection have a unit: `link:<serial>`, set once the unit has subscribed, kept alive by its
 * messages, deleted only by the connection that set it.
 */
export const createLinks = ({ redis, keys, bus, log, limits, gatewayId }: Parts) => {
  const announce = ({ serialNumber, id, connectionNumber }: UnitConnection) =>
    bus.publish("unit.connected", { serialNumber, gateway: gatewayId, connection: id, connectionNumber });
  const writeBucket = async (changes: [string, LinkChange][]) => {
    const commands = redis.pipeline();
    for (const [serialNumber, { gone, held }] of changes) {
      const key = keys.link(serialNumber);
      for (const link of gone) commands.eval(clearScript, 1, key, link);
      if (held) commands.set(key, held, "EX", limits.linkSeconds);
    }
    return (await commands.exec()) ?? [];
  };
  const write = async (batch: Map<string, LinkChange>) => {
    const buckets = keys.byBucket([...batch], ([serialNumber]) => serialNumber);
    const written = (await Promise.all([...buckets.values()].map(writeBucket))).flat();
    const announcements = [...batch.values()].flatMap(({ arrived }) => (arrived ? [announce(arrived)] : []));
    await Promise.all(announcements);
    // A link whose write Redis refused is kept here: it is written once Redis takes writes again.
    for (const [error] of written) if (error) throw error;
  };
  const gatherer = createWriteBuffer<LinkChange>({
    windowMs: limits.presenceWindowMs,
    write,
    onFailure: (error) => log.warn({ err: error }, "links of units were not written"),
  });
  const none: LinkChange = { arrived: null, gone: [], held: null };

  const linkOf = ({ id }: UnitConnection): string => `${gatewayId}:${id}`;
  const without = (before: LinkChange, link: string): LinkChange => ({
    ...before,
    gone: [...before.gone, link],
    held: before.held === link ? null : before.held,
  });

  return {
    linkOf,
    /** Notifies the other gateways to disconnect this unit. */
    arrived: (connection: UnitConnection): void =>
      gatherer.put(connection.serialNumber, (before = none) => ({ ...before, arrived: connection })),
    /** The unit can be sent messages over this connection from now on. */
    hold: (connection: UnitConnection): void =>
      gatherer.put(connection.serialNumber, (before = none) => ({ ...before, held: linkOf(connection) })),
    /** It can be sent none over this connection, which stands. */
    drop: (connection: UnitConnection): void =>
      gatherer.put(connection.serialNumber, (before = none) => without(before, linkOf(connection))),
    release: (connection: UnitConnection): void =>
      gatherer.put(connection.serialNumber, (before = none) => ({
        ...without(before, linkOf(connection)),
        arrived: before.arrived?.id === connection.id ? null : before.arrived,
      })),
    flush: gatherer.flush,
    /**
     * Says that this gateway runs: links to a gateway whose lease has ended lead nowhere (decision 0016). A failed
     * write is not logged here: the connection's own log says the same.
     */
    renewLease: async (): Promise<void> => {
      if (keys.isCluster) await redis.set(keys.gatewayLease(gatewayId), "1", "PX", leaseMs).catch(() => undefined);
    },
    endLease: async (): Promise<void> => {
      if (keys.isCluster) await redis.del(keys.gatewayLease(gatewayId)).catch(() => undefined);
    },
  };
};
export type Links = ReturnType<typeof createLinks>;
