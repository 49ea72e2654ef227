import type { ConnectPacket } from "aedes";
import { keepAliveSeconds } from "#shared/events/machine-topics.ts";

/** Return codes of a CONNACK in MQTT 3.1.1. */
export const refusedBecause = { protocol: 1, identifier: 2, unavailable: 3, notAuthorized: 5 } as const;
type ReturnCode = (typeof refusedBecause)[keyof typeof refusedBecause];

export interface ConnectRefusal {
  returnCode: ReturnCode;
  reason: string;
}

/** A client id is part of topics: anything else could become a wildcard in them. */
const serialNumber = /^[A-Za-z0-9_-]{1,64}$/;
const mqtt311 = 4;

/** What is wrong with a CONNECT by itself, before anybody's secret is looked at; null if nothing is. */
export const refusalOf = ({ protocolVersion, clientId, clean, keepalive }: ConnectPacket): ConnectRefusal | null => {
  if (protocolVersion !== mqtt311) return { returnCode: refusedBecause.protocol, reason: "protocol-version" };
  if (!serialNumber.test(clientId)) return { returnCode: refusedBecause.identifier, reason: "client-id" };
  if (!clean) return { returnCode: refusedBecause.identifier, reason: "session-not-clean" };
  const { min, max } = keepAliveSeconds;
  if (keepalive === undefined || keepalive < min || keepalive > max) {
    return { returnCode: refusedBecause.notAuthorized, reason: "keep-alive" };
  }
  return null;
};

/** A whole CONNACK that refuses. */
export const connack = (returnCode: ReturnCode): Buffer => Buffer.from([0x20, 2, 0, returnCode]);
