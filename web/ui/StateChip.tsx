import { Glow } from "./Glow.tsx";

export type ChipTone = "ok" | "danger" | "warn" | "quiet";

interface ChipLook {
  tone: ChipTone;
  icon: string;
  /** It needs nobody: a small dot and the label, or the label alone, without a background. */
  calm?: "dot" | "word";
}

/**
 * The states (specification: States) and how each looks: a label, a colour and an icon, never colour alone. A filled
 * chip needs somebody; a normal state is unfilled.
 */
const looks = {
  Online: { tone: "ok", icon: "pi-circle-fill", calm: "dot" },
  Offline: { tone: "danger", icon: "pi-times-circle" },
  Unavailable: { tone: "quiet", icon: "pi-minus-circle" },
  active: { tone: "quiet", icon: "pi-check", calm: "word" },
  deactive: { tone: "warn", icon: "pi-ban" },
  Working: { tone: "ok", icon: "pi-circle-fill", calm: "dot" },
  Disabled: { tone: "danger", icon: "pi-ban" },
  Reserved: { tone: "warn", icon: "pi-clock" },
  Available: { tone: "quiet", icon: "pi-circle-fill", calm: "dot" },
  Locked: { tone: "quiet", icon: "pi-lock" },
  UnLocked: { tone: "warn", icon: "pi-lock-open" },
  Authorized: { tone: "ok", icon: "pi-circle-fill", calm: "dot" },
  Unauthorized: { tone: "danger", icon: "pi-ban" },
  "payment successful": { tone: "ok", icon: "pi-circle-fill", calm: "dot" },
  "payment failed": { tone: "danger", icon: "pi-times" },
  "payment canceled": { tone: "danger", icon: "pi-ban" },
  processing: { tone: "warn", icon: "pi-clock" },
  opened: { tone: "ok", icon: "pi-circle-fill", calm: "dot" },
  completed: { tone: "ok", icon: "pi-circle-fill", calm: "dot" },
  running: { tone: "quiet", icon: "pi-spinner-dotted", calm: "dot" },
  failed: { tone: "danger", icon: "pi-times" },
} satisfies Record<string, ChipLook>;

type KnownState = keyof typeof looks;

const isKnown = (state: string): state is KnownState => Object.hasOwn(looks, state);

interface StateChipProps {
  /** The state as it is spelled (specification: States). An unknown one is shown quietly. */
  state: KnownState | (string & {});
  /** Another label for the same state, such as "12 Offline". */
  children?: string;
  /** A change of it glows. */
  glows?: boolean;
}

export function StateChip({ state, children, glows }: StateChipProps) {
  const look: ChipLook = isKnown(state) ? looks[state] : { tone: "quiet", icon: "pi-circle" };
  return <Chip {...look} word={children ?? state} glows={glows} />;
}

/** A chip for what is no such state: "Suspended", "Wrong clock". */
export function Chip({ tone, icon, calm, word, glows }: ChipLook & { word: string; glows?: boolean }) {
  const chip = (
    <span className={`chip chip-${tone}${calm ? " chip-calm" : ""}`}>
      {calm !== "word" && <span className={`pi ${icon}`} aria-hidden="true" />}
      {word}
    </span>
  );
  return glows ? <Glow of={word}>{chip}</Glow> : chip;
}
