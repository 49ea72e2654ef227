/** MQTT's numbers of what a client may send; whatever else it sends ends its connection. */
const packet = {
  connect: 1,
  publish: 3,
  puback: 4,
  pubrec: 5,
  pubrel: 6,
  pubcomp: 7,
  subscribe: 8,
  unsubscribe: 10,
  pingreq: 12,
  disconnect: 14,
} as const;

interface Price {
  packet: number;
  /** The price counts one more packet for this many bytes. */
  bytes: number;
}
/** 1 is the cost of a stored message. A list of topics costs more for its bytes: each topic is work of its own. */
const message: Price = { packet: 1, bytes: 1_024 };
const topics: Price = { packet: 10, bytes: 16 };
const signIn: Price = { packet: 10, bytes: 1_024 };

const prices = new Map<number, Price>([
  [packet.connect, signIn],
  [packet.subscribe, topics],
  [packet.unsubscribe, topics],
  ...[
    packet.publish,
    packet.puback,
    packet.pubrec,
    packet.pubrel,
    packet.pubcomp,
    packet.pingreq,
    packet.disconnect,
  ].map((type): [number, Price] => [type, message]),
]);

/** What it costs to open a connection, whatever is said over it. */
export const connectionCost = 10;
/** What bytes cost that complete no packet, be it half of one or a single byte; so do a WebSocket's own frames. */
export const fragmentCost = 1;

/** What a packet costs, by its type and the length that its head announces. */
export const costOf = (type: number, bytes: number): number => {
  const price = prices.get(type) ?? topics;
  return price.packet + Math.floor(bytes / price.bytes);
};
