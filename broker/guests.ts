import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Aedes, Client } from "aedes";
import { maxPacketBytes } from "#shared/events/machine-topics.ts";
import { fragmentCost } from "./costs.ts";
import { guardStream } from "./stream-guard.ts";
import type { Visitor, Visitors } from "./visitors.ts";

interface Parts {
  aedes: Aedes;
  visitors: Visitors;
  visitorOf: WeakMap<Client, Visitor>;
  endFor: (client: Client, why: string) => void;
  /** Called for a socket that carries no MQTT yet. */
  onRefused: (address: string, why: string) => void;
}

/** Each socket, and whose budget pays for it. Over WebSocket a socket is open before its MQTT begins, if it does. */
export const createGuests = ({ aedes, visitors, visitorOf, endFor, onRefused }: Parts) => {
  const guests = new WeakMap<Socket, { visitor: Visitor; client: Client | null }>();

  return {
    /** To be called before anything is read of it, over TLS after the handshake. */
    arrive: (socket: Socket, address: string): void => {
      const visitor = visitors.arrive(address, (why) => {
        const client = guests.get(socket)?.client;
        if (client) endFor(client, why);
        else onRefused(address, why);
        socket.destroy();
      });
      guests.set(socket, { visitor, client: null });
      socket.once("close", visitor.left);
    },
    /**
     * `stream` is the MQTT that comes over this socket, which has arrived. Returns a function to call for each frame of
     * a WebSocket that carries nothing, and that the stream never sees.
     */
    handle: (socket: Socket, stream: Duplex, request?: IncomingMessage): (() => void) => {
      const guest = guests.get(socket);
      // It was gone before it could arrive.
      if (!guest) {
        stream.destroy();
        return () => undefined;
      }
      const { spend } = guest.visitor;
      const refuse = (why: string) => endFor(client, why);
      const client = aedes.handle(guardStream(stream, { maxBytes: maxPacketBytes, spend, refuse }), request);
      guest.client = client;
      visitorOf.set(client, guest.visitor);
      return () => {
        const why = spend(fragmentCost);
        if (why === null) return;
        refuse(why);
        stream.destroy();
      };
    },
  };
};
export type Guests = ReturnType<typeof createGuests>;
