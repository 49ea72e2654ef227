import type { AedesOptions, AuthenticateError, Client } from "aedes";
import { createMutex } from "#shared/concurrency/mutex.ts";
import { type ConnectRefusal, connack, refusalOf, refusedBecause } from "./connect-rules.ts";
import type { Connections } from "./connections.ts";
import type { BrokerParts } from "./ports.ts";
import type { Visitor } from "./visitors.ts";

type PreConnect = NonNullable<AedesOptions["preConnect"]>;
type Authenticate = NonNullable<AedesOptions["authenticate"]>;

const isGone = (client: Client): boolean => client.closed || client.conn.destroyed;

const readyOrClosed = (client: Client): Promise<void> =>
  new Promise((resolve) => {
    client.once("connected", () => resolve());
    client.conn.once("close", () => resolve());
  });

const unavailable: ConnectRefusal = { returnCode: refusedBecause.unavailable, reason: "sign-in-unanswered" };
const claimOf = (serialNumber: string, username?: string, password?: Buffer, visitor?: Visitor) => ({
  serialNumber,
  username: username ?? "",
  password: password?.toString() ?? "",
  address: visitor?.address ?? "",
  isCrowded: visitor?.isCrowded() ?? false,
});

/** The two hooks that stand before a connection: is the CONNECT in order, and may this unit come in? */
export const createAuthenticator = (
  parts: BrokerParts,
  connections: Connections,
  visitorOf: (client: Client) => Visitor | undefined,
) => {
  const { desk, limits, log, strangers, counters } = parts;
  // A sign-in waits until the earlier one of the same id is ready or closed. Left alone, Aedes 1.2 lets three reconnects
  // at once end with two open connections.
  const inTurn = createMutex<void>();

  const noted = new WeakSet<Client>();

  /** Counts a connection that was not admitted, once. */
  const refused = (client: Client, reason: string) => {
    if (noted.has(client)) return;
    noted.add(client);
    counters.refusedConnections.inc({ reason });
    strangers.note(visitorOf(client)?.address ?? "", reason);
  };

  const preConnect: PreConnect = (client, packet, callback) => {
    // Wills are ignored: a lost unit is noticed by its silence.
    delete packet.will;
    const refusal = refusalOf(packet);
    if (!refusal) return callback(null, true);
    refused(client, refusal.reason);
    // Aedes ends the connection on an error, so the unit is sent the reason first.
    client.conn.write(connack(refusal.returnCode), () => callback(new Error(refusal.reason), false));
  };

  /** Always answers within `authenticateMs`; a connection that is admitted but not ready by then is ended. */
  const authenticate: Authenticate = (client, username, password, done) => {
    const { id } = client;
    const visitor = visitorOf(client);
    let answered = false;
    const refuse = (refusal: ConnectRefusal) => {
      if (answered) return;
      answered = true;
      refused(client, refusal.reason);
      done(Object.assign(new Error(refusal.reason), { returnCode: refusal.returnCode }) as AuthenticateError, false);
    };
    const deadline = setTimeout(() => {
      if (answered) client.conn.destroy();
      else refuse(unavailable);
    }, limits.authenticateMs);
    void readyOrClosed(client).then(() => clearTimeout(deadline));

    const admit = async () => {
      // The secret comes first: a client without it can neither close nor delay the unit's own connection.
      const admission = await desk.admit(claimOf(id, username, password, visitor));
      if (!admission) return refuse({ returnCode: refusedBecause.notAuthorized, reason: "sign-in" });
      if (admission === "later") return refuse({ returnCode: refusedBecause.unavailable, reason: "sign-in-slowed" });
      visitor?.admitted(admission.login === "unit");
      // The key that all new units share displaces no connection, and waits for none.
      if (admission.login === "provision") {
        if (answered || isGone(client)) return;
        connections.admit(client, admission, visitor?.address ?? "");
        answered = true;
        return done(null, true);
      }
      await inTurn(id, async () => {
        const earlier = connections.ofUnit(id);
        if (earlier && !answered && !isGone(client)) await connections.end(earlier, "replaced");
        if (answered || isGone(client)) return;
        const settled = readyOrClosed(client);
        connections.admit(client, admission, visitor?.address ?? "");
        answered = true;
        done(null, true);
        await settled;
      });
    };
    admit().catch((error: unknown) => {
      const what = "a sign-in could not be checked";
      if (strangers.isFirst(what)) log.warn({ serialNumber: id, err: error }, what);
      refuse(unavailable);
    });
  };

  return { preConnect, authenticate, refused };
};
