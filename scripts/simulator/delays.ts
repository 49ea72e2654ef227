import type { CommandType } from "#shared/events/machine-topics.ts";
import type { Random } from "./random.ts";

/** How long things take, in milliseconds: electronics, doors, and the people in front of them. */
export interface Delays {
  acknowledge(): number;
  /** From the pulse until the door is seen open. */
  open(): number;
  /** From open until somebody closes it. */
  close(type: CommandType): number;
  /** From reading the lock to answering. */
  read(): number;
  /** From switching off to switching on again. */
  reboot(): number;
}

/** `pace` stretches or shortens all of them: 1 is a real machine, 0.01 one in a hurry. */
export const createDelays = (random: Random, slow: boolean, pace: number): Delays => {
  const between = (min: number, max: number) => random.between(min, max) * pace;
  return {
    acknowledge: () => (slow ? between(2_000, 14_000) : between(40, 300)),
    open: () => (slow ? between(3_000, 18_000) : between(400, 2_500)),
    close: (type) => (type === "stock-update" ? between(10_000, 60_000) : between(4_000, 20_000)),
    read: () => (slow ? between(1_000, 9_000) : between(30, 250)),
    reboot: () => between(2_500, 8_000),
  };
};
