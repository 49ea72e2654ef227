import * as z from "zod";
import { SearchText } from "#shared/search/search.schema.ts";

const actions = {
  open: {
    // It is typed often, with one hand: "o 7 cu".
    words: /^o(?:pen)?(?:\s+container)?\s+(?<container>\S+)\s+(?:(?:at|of|in)\s+)?(?<machine>.+)$/i,
    icon: "pi-lock-open",
  },
  ping: { words: /^ping\s+(?<machine>.+)$/i, icon: "pi-wave-pulse" },
  restart: { words: /^restart\s+(?<machine>.+)$/i, icon: "pi-refresh" },
  test: { words: /^test\s+(?<machine>.+)$/i, icon: "pi-wrench" },
  inventory: { words: /^inventory\s+(?:of\s+)?(?<machine>.+)$/i, icon: "pi-th-large" },
} as const;
const actionNames = ["open", "ping", "restart", "test", "inventory"] as const;

/** What the palette does to one machine, or where it leads about it. */
export const PaletteAction = z.object({
  do: z.enum(actionNames),
  machine: z.object({ _id: z.string().max(64), name: z.string().max(200), vendingMachineId: z.string().max(64) }),
  /** The label of a container; for `open` alone. */
  container: z.string().max(32).nullable(),
});
export type PaletteAction = z.infer<typeof PaletteAction>;

export interface Input {
  do: PaletteAction["do"];
  container: string | null;
  /** How the machine's name or id begins. */
  machine: string;
}

/** The action that is typed, "open 7 cusat" or "Open container 7 at CUSAT Library"; null where it is none, or not yet. */
export const readInput = (typed: string): Input | null => {
  for (const name of actionNames) {
    const { machine, container = null } = actions[name].words.exec(typed.trim())?.groups ?? {};
    if (machine && SearchText.safeParse(machine).success) return { do: name, container, machine };
  }
  return null;
};

export const actionIcon = ({ do: name }: PaletteAction): string => actions[name].icon;

/** As its button would say it. */
export const actionWords = ({ do: name, container, machine }: PaletteAction): string =>
  ({
    open: `Open container ${container} at ${machine.name}`,
    ping: `Ping ${machine.name}`,
    restart: `Restart ${machine.name}`,
    test: `Test ${machine.name}`,
    inventory: `Inventory of ${machine.name}`,
  })[name];
