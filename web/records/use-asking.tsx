import { useState } from "react";
import { askWords } from "#shared/approvals/approval.rules.ts";
import type { ApprovalAsk } from "#shared/approvals/approval.schema.ts";
import type { Edited } from "../http/save-edit.ts";
import { useAtomValue } from "../state/jotai.ts";
import { hasColleagueAtom, operatorAtom } from "../state/session.atoms.ts";
import { AskDialog } from "./AskDialog.tsx";

/** The body of the change's call. */
type Change = object & { rev: number; reason?: string | undefined };
interface Asking {
  why: string;
  change: Change;
  end: (asked: boolean) => void;
}

/** The rule for staff, where it concerns the signed-in operator: another one could agree. */
export const useWhyNotStaffAlone = (rule: string): string | null => {
  const operator = useAtomValue(operatorAtom);
  const hasColleague = useAtomValue(hasColleagueAtom);
  return operator?.role === "staff" && hasColleague ? rule : null;
};

/**
 * The save of a form, which becomes a request where it needs a second person. `known` is why, where the page knows it
 * before it asks the server; else the server's refusal says so.
 */
export function useAsking<R extends { _id: string; rev: number }>(kind: ApprovalAsk["kind"], record: R) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const [refused, setRefused] = useState<string | null>(null);

  const orAsk = async (
    change: Change,
    save: () => Promise<Edited<R>>,
    known: string | null = null,
  ): Promise<Edited<R>> => {
    let why = known;
    if (why === null) {
      const edited = await save();
      if (edited.is !== "refused" || !edited.needsSecond) return edited;
      why = edited.error;
      setRefused(why);
    }
    const said = why;
    const asked = await new Promise<boolean>((end) => setAsking({ why: said, change, end }));
    setAsking(null);
    if (!asked) return { is: "refused", error: said, taken: false };
    setRefused(null);
    return { is: "saved", record };
  };

  const dialog = asking && (
    <AskDialog
      ask={{ kind, record: record._id, change: asking.change } as Omit<ApprovalAsk, "reason">}
      why={asking.why}
      reason={asking.change.reason ?? ""}
      onClose={asking.end}
    />
  );
  /** What the form's button says, and why. */
  const words = (usual: string, known: string | null = null) => {
    const why = known ?? refused;
    return { action: why === null ? usual : askWords[kind].button, why };
  };
  return { orAsk, dialog, words };
}
