import type { ServiceConfig } from "#shared/runtime/config.ts";
import type { Limits } from "./limits.ts";

type Options = Pick<
  ServiceConfig,
  "MQTT_CONNECTIONS_PER_ADDRESS" | "MQTT_PACKETS_PER_ADDRESS" | "MQTT_STRANGER_PACKETS_PER_ADDRESS"
>;

/** What the broker accepts: the fixed limits, and what an operator sets for one address. */
export const brokerLimits = (limits: Limits, config: Options) => {
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
