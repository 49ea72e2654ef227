import { useState } from "react";
import { approvalWords } from "#shared/approvals/approval.rules.ts";
import type { ApprovalRequest } from "#shared/approvals/approval.schema.ts";
import type { Edited } from "../http/save-edit.ts";
import { useAtomValue } from "../state/jotai.ts";
import { hasColleagueAtom, operatorAtom } from "../state/session.atoms.ts";
import { RequestDialog } from "./RequestDialog.tsx";

/** The body of the change's call. */
type Change = object & { rev: number; reason?: string | undefined };
interface OpenRequest {
  why: string;
  change: Change;
  end: (isRequested: boolean) => void;
}

/** The rule for staff, where it concerns the signed-in operator: another one could agree. */
export const useWhyNotStaffAlone = (rule: string): string | null => {
  const operator = useAtomValue(operatorAtom);
  const hasColleague = useAtomValue(hasColleagueAtom);
  return operator?.role === "staff" && hasColleague ? rule : null;
};

/**
 * The save of a form, which becomes a request where it needs a second person. `known` is why, where the page knows it
 * before it calls the server; else it is in the server's refusal.
 */
export function useApprovalRequest<R extends { _id: string; rev: number }>(kind: ApprovalRequest["kind"], record: R) {
  const [open, setOpen] = useState<OpenRequest | null>(null);
  const [refused, setRefused] = useState<string | null>(null);

  const orRequest = async (
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
    const isRequested = await new Promise<boolean>((end) => setOpen({ why: said, change, end }));
    setOpen(null);
    if (!isRequested) return { is: "refused", error: said, taken: false };
    setRefused(null);
    return { is: "saved", record };
  };

  const dialog = open && (
    <RequestDialog
      request={{ kind, record: record._id, change: open.change } as Omit<ApprovalRequest, "reason">}
      why={open.why}
      reason={open.change.reason ?? ""}
      onClose={open.end}
    />
  );
  /** What the form's button says, and why. */
  const words = (usual: string, known: string | null = null) => {
    const why = known ?? refused;
    return { action: why === null ? usual : approvalWords[kind].button, why };
  };
  return { orRequest, dialog, words };
}
