import * as z from "zod";
import { SearchText } from "#shared/search/search.schema.ts";

const deeds = {
  open: {
    words: /^open(?:\s+container)?\s+(?<container>\S+)\s+(?:(?:at|of|in)\s+)?(?<machine>.+)$/i,
    icon: "pi-lock-open",
  },
  ping: { words: /^ping\s+(?<machine>.+)$/i, icon: "pi-wave-pulse" },
  restart: { words: /^restart\s+(?<machine>.+)$/i, icon: "pi-refresh" },
  test: { words: /^test\s+(?<machine>.+)$/i, icon: "pi-wrench" },
  inventory: { words: /^inventory\s+(?:of\s+)?(?<machine>.+)$/i, icon: "pi-th-large" },
} as const;
const deedNames = ["open", "ping", "restart", "test", "inventory"] as const;

/** What the palette does to one machine, or where it leads about it. */
export const PaletteDeed = z.object({
  do: z.enum(deedNames),
  machine: z.object({ _id: z.string().max(64), name: z.string().max(200), vendingMachineId: z.string().max(64) }),
  /** The label of a container; for `open` alone. */
  container: z.string().max(32).nullable(),
});
export type PaletteDeed = z.infer<typeof PaletteDeed>;

export interface Wish {
  do: PaletteDeed["do"];
  container: string | null;
  /** How the machine's name or id begins. */
  machine: string;
}

/** The deed that is typed, "open 7 cusat" or "Open container 7 at CUSAT Library"; null where it is none, or not yet. */
export const readWish = (typed: string): Wish | null => {
  for (const name of deedNames) {
    const { machine, container = null } = deeds[name].words.exec(typed.trim())?.groups ?? {};
    if (machine && SearchText.safeParse(machine).success) return { do: name, container, machine };
  }
  return null;
};

export const deedIcon = ({ do: name }: PaletteDeed): string => deeds[name].icon;

/** As its button would say it. */
export const deedWords = ({ do: name, container, machine }: PaletteDeed): string =>
  ({
    open: `Open container ${container} at ${machine.name}`,
    ping: `Ping ${machine.name}`,
    restart: `Restart ${machine.name}`,
    test: `Test ${machine.name}`,
    inventory: `Inventory of ${machine.name}`,
  })[name];
