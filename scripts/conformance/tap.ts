import { connect, createServer, type Socket } from "node:net";
import mqtt, { type Packet } from "mqtt-packet";

/** One packet on its way between the unit and Cansole. */
export interface Passed {
  /** Counts the connections, from 0. */
  line: number;
  from: "unit" | "cansole";
  /** Milliseconds, of a clock that only goes forward. */
  at: number;
  packet: Packet;
}
interface Line {
  openedAt: number;
  /** Null while it stands. */
  closedAt: number | null;
  near: Socket;
  held: Buffer[];
}

/**
 * The way between the unit and the broker, on which every packet is read. It can be cut, and what comes down can be held
 * as a dead radio holds it: all of it arrives when the line lives again. Rejects with Node's own error when the port is
 * taken.
 */
export const openTap = async ({ host, port, brokerPort }: { host: string; port: number; brokerPort: number }) => {
  const passed: Passed[] = [];
  const lines: Line[] = [];
  let holding = false;

  const reader = (line: number, from: Passed["from"]) => {
    const parser = mqtt.parser({ protocolVersion: 4 });
    parser.on("packet", (packet) => passed.push({ line, from, at: performance.now(), packet }));
    // The broker says what it thinks of such bytes.
    parser.on("error", () => undefined);
    return parser;
  };
  const server = createServer((near) => {
    const number = lines.length;
    const line: Line = { openedAt: performance.now(), closedAt: null, near, held: [] };
    lines.push(line);
    const far = connect(brokerPort, "127.0.0.1");
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
    }
    const [up, down] = [reader(number, "unit"), reader(number, "cansole")];
    near.on("data", (bytes: Buffer) => {
      up.parse(bytes);
      far.write(bytes);
    });
    far.on("data", (bytes: Buffer) => {
      down.parse(bytes);
      if (holding) line.held.push(bytes);
      else near.write(bytes);
    });
    near.on("close", () => {
      line.closedAt = performance.now();
      far.destroySoon();
    });
    far.on("close", () => near.destroySoon());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const standing = () => lines.filter(({ closedAt }) => closedAt === null);

  return {
    port: (server.address() as { port: number }).port,
    passed,
    lines: lines as readonly Readonly<Pick<Line, "openedAt" | "closedAt">>[],
    /** As if the network had gone. */
    cut: () => {
      for (const { near } of standing()) near.destroy();
    },
    hold: () => {
      holding = true;
    },
    release: () => {
      holding = false;
      for (const { near, held } of standing()) for (const bytes of held.splice(0)) near.write(bytes);
    },
    /** Says something to the unit that the broker itself never would. */
    inject: (packet: Packet) => {
      for (const { near } of standing()) near.write(mqtt.generate(packet));
    },
    stop: async () => {
      for (const { near } of standing()) near.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
