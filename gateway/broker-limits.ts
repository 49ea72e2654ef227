import type { ServiceConfig } from "#shared/runtime/config.ts";

type Options = Pick<
  ServiceConfig,
  "MQTT_CONNECTIONS_PER_ADDRESS" | "MQTT_PACKETS_PER_ADDRESS" | "MQTT_STRANGER_PACKETS_PER_ADDRESS"
>;

/** Limits for connections of control units, before and after their sign-in. */
export const connectionLimits = {
  connectMs: 5_000,
  /** A unit's sign-in is answered within this, or refused. */
  authenticateMs: 3_000,
  /** While MongoDB answers, a message waits for its turn among those of all units, this long at most. */
  pubackMs: 20_000,
  /** What connections of units may cost (`broker/costs.ts`): a message is 1, a SUBSCRIBE 10 and more. */
  packets: {
    unit: { burst: 5_000, perSecond: 500 },
    /** Before the sign-in, and with the provisioning key. */
    stranger: { burst: 200, perSecond: 10 },
    /** What an address may cost per second is configured; the cost of this many seconds may come at once. */
    unitBurstSeconds: 25,
    strangerBurstSeconds: 100,
    /**
     * TLS handshakes of one address: within this many seconds an address may make as many as it may have connections,
     * and one in `handshakeBurstShare` of them at once. A handshake does not count when the unit then signs in with its
     * right secret.
     */
    handshakeSeconds: 100,
    handshakeBurstShare: 5,
    /** All strangers together may cost what this many addresses may cost. */
    crowdedAddresses: 5,
    /** Connections that have not signed in yet. */
    pending: 10_000,
    /** Bytes of messages that wait to be stored. */
    waitingBytes: 134_217_728,
  },
};

/** What the broker accepts: the fixed limits, and what an operator sets for one address. */
export const brokerLimits = (limits: typeof connectionLimits, config: Options) => {
  const { connectMs, authenticateMs, pubackMs, packets } = limits;
  const { MQTT_CONNECTIONS_PER_ADDRESS, MQTT_PACKETS_PER_ADDRESS, MQTT_STRANGER_PACKETS_PER_ADDRESS } = config;
  const strangersPerAddress = {
    perSecond: MQTT_STRANGER_PACKETS_PER_ADDRESS,
    burst: packets.strangerBurstSeconds * MQTT_STRANGER_PACKETS_PER_ADDRESS,
  };
  return {
    connectMs,
    authenticateMs,
    pubackMs,
    connectionsPerAddress: MQTT_CONNECTIONS_PER_ADDRESS,
    waitingBytes: packets.waitingBytes,
    visitors: {
      unit: packets.unit,
      stranger: packets.stranger,
      unitsPerAddress: {
        perSecond: MQTT_PACKETS_PER_ADDRESS,
        burst: packets.unitBurstSeconds * MQTT_PACKETS_PER_ADDRESS,
      },
      strangersPerAddress,
      strangers: {
        perSecond: packets.crowdedAddresses * strangersPerAddress.perSecond,
        burst: packets.crowdedAddresses * strangersPerAddress.burst,
      },
      handshakesPerAddress: {
        perSecond: MQTT_CONNECTIONS_PER_ADDRESS / packets.handshakeSeconds,
        burst: MQTT_CONNECTIONS_PER_ADDRESS / packets.handshakeBurstShare,
      },
      pendingPerAddress: Math.ceil(MQTT_CONNECTIONS_PER_ADDRESS / 2),
      pending: packets.pending,
    },
  };
};
