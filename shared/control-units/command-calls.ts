import type { CommandType } from "../events/machine-topics.ts";
import * as calls from "./control-unit.api.ts";

/** The call that gives each type of command. */
export const commandCalls = {
  open: calls.openContainers,
  "stock-update": calls.updateStock,
  "lock-status": calls.requestLockStatus,
  "check-open": calls.checkOpen,
  "check-lock-status": calls.checkLockStatus,
  "lock-close-verify": calls.verifyLockClose,
  ping: calls.pingMachine,
  restart: calls.restartMachine,
} satisfies Record<CommandType, unknown>;
