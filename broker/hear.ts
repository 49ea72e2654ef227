import type { AedesOptions } from "aedes";
import { dropText } from "#shared/events/drop-reasons.ts";
import type { UpMessage } from "#shared/events/machine-topics.ts";
import type { Connection, Connections } from "./connections.ts";
import { type BadPayload, readInbound } from "./inbound.ts";
import { type Forbidden, mayPublish } from "./permissions.ts";
import type { BrokerParts } from "./ports.ts";

type AuthorizePublish = NonNullable<AedesOptions["authorizePublish"]>;
type Drop = BadPayload | Forbidden | "quality-of-service-2";

const bytesOf = (payload: string | Buffer): Buffer => (typeof payload === "string" ? Buffer.from(payload) : payload);

/** A client that publishes there pretends to be another unit, or Cansole. */
const endsConnection: ReadonlySet<Forbidden> = new Set<Forbidden>(["foreign-topic", "down-topic"]);

/**
 * After this many drops a connection's further drops are logged at debug only: a broken unit must not fill the disk.
 */
const loudDrops = 10;

/** Such a message may close a door that a result before it opened. */
const saysLock = ({ topic, payload }: UpMessage): boolean =>
  topic === "locks" || (topic === "result" && payload.fact === "status");

/**
 * What a unit says, from its bytes to the desk. Aedes sends the PUBACK once this hook has answered, so a message of
 * quality of service 1 is answered when it is stored. Heartbeats pass beside the others. Aedes then looks for
 * subscribers, also to what was dropped here: none of them gets it, `createOutbound` sees to that.
 */
export const createHearing = (parts: BrokerParts, connections: Connections): AuthorizePublish => {
  const { desk, log, strangers, counters } = parts;

  const drop = (connection: Connection, reason: Drop, topic: string) => {
    counters.droppedMessages.inc({ reason });
    connection.dropped += 1;
    const { unit } = connection;
    if (unit.login === "provision") return strangers.note(unit.address, reason);
    const about = { serialNumber: unit.serialNumber, reason, topic: topic.slice(0, 120) };
    log[connection.dropped <= loudDrops ? "warn" : "debug"](about, "message dropped");
  };

  const dropAndEnd = (connection: Connection, reason: Drop, topic: string) => {
    drop(connection, reason, topic);
    void connections.end(connection, reason);
    return new Error(reason);
  };

  return (client, packet, done) => {
    const connection = client && connections.of(client);
    if (!connection) return done(new Error("nobody says this"));
    const { unit } = connection;
    const { topic, qos } = packet;
    packet.retain = false;
    if (qos === 2) return done(dropAndEnd(connection, "quality-of-service-2", topic));
    const right = mayPublish(unit, topic);
    if ("forbidden" in right && endsConnection.has(right.forbidden)) {
      return done(dropAndEnd(connection, right.forbidden, topic));
    }

    const read =
      "forbidden" in right
        ? { drop: right.forbidden, wrong: undefined }
        : readInbound(right.topic, bytesOf(packet.payload));
    if ("drop" in read) {
      drop(connection, read.drop, topic);
      const wrong = read.wrong ?? { field: null, message: dropText(read.drop) };
      desk.dropped(unit, { reason: read.drop, topic: topic.split("/up/")[1]?.slice(0, 64) ?? "", ...wrong });
    } else if (read.saysMore) counters.droppedMessages.inc({ reason: "unknown-fact" });
    const handOn = async () => {
      if ("drop" in read) return;
      await desk.received(unit, read.message);
      counters.machineMessages.inc({ topic: read.message.topic });
    };
    const failed = (error: unknown) => {
      if (connection.endedFor === null && unit.login === "unit") {
        const why = error instanceof Error ? error.message : String(error);
        log.warn({ serialNumber: unit.serialNumber, topic, why }, "a message was not stored, no PUBACK");
      }
      void connections.end(connection, "not-stored");
      done(new Error("not stored"));
    };

    const passesBeside = qos === 0 && ("drop" in read || read.message.topic === "live");
    const waits = !("drop" in read) && saysLock(read.message);
    const stored = passesBeside ? handOn() : connection.messages.add(waits, handOn, packet.payload.length);
    stored.then(() => done(null), failed);
  };
};
