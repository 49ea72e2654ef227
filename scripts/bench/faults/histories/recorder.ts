import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { onPath } from "../../../services/engine.ts";
import { mayComeLater } from "../../../simulator/customers/checkout.ts";
import { pause } from "../../../simulator/pause.ts";

/** As scripts/bench/histories/models.go reads it. `return` is left out where nobody knows whether it was done. */
export interface Operation {
  /** "account/...", "can/..." or "door/...". */
  of: string;
  do: string;
  count?: number;
  by?: string;
  /** Milliseconds since 1970, both ends included. */
  call: number;
  return?: number;
}

const againMs = 300;

/** What a call came to. `wasUnanswered`: one of its tries was not answered, and may still be carried out. */
export type Outcome<T> = { call: number; return: number; wasUnanswered: boolean } & (
  | { is: "done"; reply: T }
  | { is: "refused"; message: string }
  | { is: "unanswered" }
);

/** Makes a call under one key at one gateway after the other, until it is answered or nobody waits any longer. */
export const untilAnswered = async <T>(make: (at: number) => Promise<T>, patienceMs = 45_000): Promise<Outcome<T>> => {
  const call = Date.now();
  for (let tries = 0; ; tries += 1) {
    const times = () => ({ call, return: Date.now(), wasUnanswered: tries > 0 });
    try {
      const reply = await make(tries);
      return { is: "done", reply, ...times() };
    } catch (error) {
      if (!mayComeLater(error)) return { is: "refused", message: String((error as Error).message), ...times() };
      if (Date.now() - call > patienceMs) return { is: "unanswered", ...times(), wasUnanswered: true };
    }
    await pause(againMs);
  }
};

const Verdict = z.object({
  histories: z.number(),
  operations: z.number(),
  illegal: z.array(z.string()),
  undecided: z.array(z.string()),
});

/** Whether each account, can and door of a history is linearizable, by Porcupine; tests the models first. */
export const checkHistory = async (operations: readonly Operation[]): Promise<z.infer<typeof Verdict>> => {
  const go = onPath("go", process.env.PATH);
  if (!go) throw new Error("Histories are checked by Porcupine, which needs Go 1.21 or newer on PATH.");
  const cwd = join(import.meta.dirname, "../../histories");
  await promisify(execFile)(go, ["test", "."], { cwd });
  const run = promisify(execFile)(go, ["run", "."], { cwd, maxBuffer: 1e8 });
  run.child.stdin?.end(operations.map((one) => JSON.stringify(one)).join("\n"));
  return Verdict.parse(JSON.parse((await run).stdout));
};
