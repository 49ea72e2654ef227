import type { Socket } from "node:net";
import { openTcpLine } from "./tcp-line.ts";

interface Joined {
  near: Socket;
  far: Socket;
  /** What the client has said so far, in small letters, as far as its first bytes show. */
  said: string;
  silent: boolean;
}

const remembered = 20_000;

/** A proxy in front of a server which can fall silent: its connections stand, and nothing passes any more. */
export const openSilentLine = async (toUrl: string) => {
  const joined = new Set<Joined>();
  let silencesNew = false;

  const hush = (one: Joined) => {
    one.silent = true;
    one.near.pause();
    one.far.pause();
  };
  const { host, stop } = await openTcpLine(toUrl, (near, far) => {
    const one: Joined = { near, far, said: "", silent: false };
    joined.add(one);
    near.on("close", () => joined.delete(one));
    near.on("data", (bytes) => {
      if (one.said.length < remembered) one.said += bytes.toString("latin1").toLowerCase();
      far.write(bytes);
    });
    far.on("data", (bytes) => near.write(bytes));
    if (silencesNew) hush(one);
  });

  return {
    host,
    /** The connections that are open at the client's end. */
    connections: (whichSaid = ""): number => [...joined].filter(({ said }) => said.includes(whichSaid)).length,
    /**
     * Lets what stands fall silent: all of it, or the connections on which that text was sent; returns how many.
     * `newOnes` makes every later one silent from its start.
     */
    silence: ({ whichSaid = "", newOnes = false } = {}): number => {
      silencesNew = newOnes;
      const chosen = [...joined].filter(({ said }) => said.includes(whichSaid));
      for (const one of chosen) hush(one);
      return chosen.length;
    },
    /** What lay there passes, late; new connections work. */
    speak: (): void => {
      silencesNew = false;
      for (const one of joined) {
        one.silent = false;
        one.near.resume();
        one.far.resume();
      }
    },
    stop,
  };
};
export type SilentLine = Awaited<ReturnType<typeof openSilentLine>>;
