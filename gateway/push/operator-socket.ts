import type { Server, Socket } from "socket.io";
import type { ClientEvents, ServerEvents } from "#shared/events/events.ts";
import type { SignedIn } from "../http/login.ts";

type Data = { signedIn: SignedIn };
export type Sockets = Server<ClientEvents, ServerEvents, Record<string, never>, Data>;
export type OperatorSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, Data>;
