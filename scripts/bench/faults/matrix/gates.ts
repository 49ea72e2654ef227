import type { Deed, Hold } from "../taken/moody-unit.ts";

interface Gate {
  passed: Promise<void>;
  open: () => void;
}

const newGate = (): Gate => {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
};

/** Gates before the deeds of all units: whoever comes to a closed one waits there. */
export const createGates = () => {
  const closed = new Map<Deed, Gate>();
  const waiting = new Map<Deed, number>();
  let came = (): void => undefined;
  const open = (deed: Deed): void => {
    closed.get(deed)?.open();
    closed.delete(deed);
  };
  const hold: Hold = async (deed) => {
    const gate = closed.get(deed);
    if (!gate) return;
    waiting.set(deed, (waiting.get(deed) ?? 0) + 1);
    came();
    await gate.passed;
    waiting.set(deed, (waiting.get(deed) ?? 0) - 1);
  };
  return {
    hold,
    /** Told of whoever comes to a closed one, from now on; nobody else is. */
    onComing: (tell: () => void): void => {
      came = tell;
    },
    /** How many stand before it. */
    waitingAt: (deed: Deed): number => waiting.get(deed) ?? 0,
    close: (deed: Deed): void => {
      if (!closed.has(deed)) closed.set(deed, newGate());
    },
    open,
    openAll: (): void => {
      for (const deed of [...closed.keys()]) open(deed);
    },
  };
};
export type Gates = ReturnType<typeof createGates>;
