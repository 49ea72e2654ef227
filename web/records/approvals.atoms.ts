import { listApprovals } from "#shared/approvals/approval.api.ts";
import { approvalRecord } from "#shared/approvals/approval.record.ts";
import type { Approval } from "#shared/approvals/approval.schema.ts";
import { listAtomOf } from "../live/record-atoms.ts";
import { atom, useAtomValue } from "../state/jotai.ts";

/** What waits for a second person, and what of it was decided since. */
export const approvalsAtom = listAtomOf(approvalRecord, listApprovals);

const knownAtom = atom((get) => {
  const { data, state } = get(approvalsAtom);
  return data !== undefined || state === "failed";
});

/** What is requested about one record, and not decided yet. */
export const useRequestedFor = (record: string): readonly Approval[] => {
  const { data = [] } = useAtomValue(approvalsAtom);
  return data.filter((approval) => approval.record === record && approval.state === "requested");
};

/** Whether it is known what waits: a page that shows it above its forms stands once it is, so that nothing moves then. */
export const useApprovalsKnown = (): boolean => useAtomValue(knownAtom);
