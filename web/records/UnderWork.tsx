import type { MachineRecord } from "#shared/machines/machine.schema.ts";
import { useAtomValue } from "../state/jotai.ts";
import { nowAtom } from "../state/now.atoms.ts";
import { Chip } from "../ui/StateChip.tsx";
import { dayTime } from "../ui/times.ts";

/** Somebody works at the machine until then, where there is room for it in words; nothing once that is over. */
export default function UnderWork({ work, isSmall = false }: Pick<MachineRecord, "work"> & { isSmall?: boolean }) {
  const now = useAtomValue(nowAtom);
  if (!work || Date.parse(work.until) <= now) return null;
  const words = `Under work until ${dayTime(Date.parse(work.until))}`;
  return (
    <span title={`${words}: ${work.reason}`}>
      {isSmall ? (
        <span className="chip chip-warn">
          <span className="pi pi-wrench" aria-hidden="true" />
          <span className="unseen">{words}</span>
        </span>
      ) : (
        <Chip tone="warn" icon="pi-wrench" word={words} />
      )}
    </span>
  );
}
