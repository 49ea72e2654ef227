import { randomUUID } from "node:crypto";
import type { Aedes, AedesPublishPacket } from "aedes";
import { within } from "#shared/http/within.ts";

/** A message through the broker and back, on a topic that no unit can subscribe to. Rejects after `ms`. */
export const createRoundTrip =
  (aedes: Aedes) =>
  async (ms: number): Promise<void> => {
    if (aedes.closed) throw new Error("the broker is closed");
    const topic = `cansole/round-trip/${randomUUID()}`;
    let heard = () => {};
    const back = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const listener = (_packet: AedesPublishPacket, callback: () => void) => {
      heard();
      callback();
    };
    try {
      await within(ms, "A message through the broker", sendAndWait(aedes, topic, listener, back));
    } finally {
      aedes.unsubscribe(topic, listener, () => undefined);
    }
  };

type Listener = Parameters<Aedes["subscribe"]>[1];

const sendAndWait = async (aedes: Aedes, topic: string, listener: Listener, back: Promise<void>) => {
  await new Promise<void>((resolve) => aedes.subscribe(topic, listener, resolve));
  const payload = Buffer.alloc(0);
  aedes.publish({ cmd: "publish", topic, payload, qos: 0, retain: false, dup: false }, () => undefined);
  await back;
};
