import type { MachineRecord } from "#shared/machines/machine.schema.ts";
import { useAtomValue } from "../state/jotai.ts";
import { nowAtom } from "../state/now.atoms.ts";
import { Chip } from "../ui/StateChip.tsx";
import { dayTime } from "../ui/times.ts";

/** Somebody works at the machine until then; nothing once that is over. */
export function UnderWork({ work }: Pick<MachineRecord, "work">) {
  const now = useAtomValue(nowAtom);
  if (!work || Date.parse(work.until) <= now) return null;
  return (
    <span title={work.reason}>
      <Chip tone="warn" icon="pi-wrench" word={`Under work until ${dayTime(Date.parse(work.until))}`} />
    </span>
  );
}
