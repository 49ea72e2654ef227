import type * as z from "zod";
import { commandCalls } from "#shared/control-units/command-calls.ts";
import type { CommandBody } from "#shared/control-units/control-unit.schema.ts";
import { commandLimits } from "#shared/control-units/row.rules.ts";
import type { CommandType } from "#shared/events/machine-topics.ts";
import { Id } from "#shared/http/fields.ts";
import type { CallOptions } from "./call.ts";
import { callOnce } from "./call-once.ts";

interface CommandAnswer {
  is: "started" | "refused" | "failed";
  /** The session that was stored; a machine that is offline is refused, and has one all the same. */
  sessionId: string | null;
}

/**
 * Gives a machine's control unit a command under a key of its own: pressed again after no answer it is still one
 * command, for as long as it could act. After that, pressing again means again.
 */
export const sendCommand = async (
  type: CommandType,
  body: z.input<typeof CommandBody>,
  words: Pick<CallOptions, "notice" | "failure"> = {},
): Promise<CommandAnswer> => {
  const outcome = await callOnce(commandCalls[type], { body }, { ...words, keptMs: commandLimits.expiresMs });
  if (outcome.is === "failed") return { is: "failed", sessionId: null };
  if (outcome.is === "done") return { is: "started", sessionId: outcome.reply.sessionId };
  const named = Id.safeParse(outcome.data.sessionId);
  return { is: "refused", sessionId: named.success ? named.data : null };
};
