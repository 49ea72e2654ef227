import type { CommandType } from "#shared/events/machine-topics.ts";
import type { Faults } from "./faults.ts";
import type { KeptCredentials } from "./own-secret.ts";

/** Who a machine is, all of it decided by the seed. */
export interface MachinePlan {
  serialNumber: string;
  version: string;
  channels: readonly number[];
  faults: Faults;
  /** Seeds what this machine does. */
  seed: string;
}

/** `asking`: on the provisioning login, waiting to be registered. `away`: dropped out or starting anew. */
export type MachineState = "off" | "connecting" | "asking" | "connected" | "refused" | "away";

export type MachineEvent =
  | { kind: "state"; state: MachineState }
  /** The gateway has stored the request to be registered. */
  | { kind: "asked" }
  /** It was given credentials of its own, to be kept where a power cut does not reach them. */
  | { kind: "registered"; credentials: KeptCredentials }
  /** A heartbeat is on its way. */
  | { kind: "live"; at: number }
  | { kind: "stored"; topic: "locks" | "result" }
  | { kind: "command"; type: CommandType; sessionId: string }
  | { kind: "unreadable"; topic: string; why: string };
