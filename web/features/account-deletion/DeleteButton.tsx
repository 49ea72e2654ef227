import type { AccountDeletion } from "#shared/account-deletion/account-deletion.schema.ts";
import { Key } from "../../recipes/queue/CaseHead.tsx";
import { useWhyOnlyAdmin } from "../../records/own-actions.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { ActionButton } from "../../ui/ActionButton.tsx";
import { requestDeletionAtom } from "./deletion.atoms.ts";

interface DeleteButtonProps extends Pick<AccountDeletion, "_id" | "UserPhoneNumber" | "requestProcessed"> {
  /** Whether it belongs to the case of a queue and has its key; else to a row. */
  inCase?: boolean;
  /** What forbids it now, as far as it is known. */
  why?: string | null;
}

/** The action of a request that waits: it reads what is open, then the page requests confirmation. */
export function DeleteButton({
  _id,
  UserPhoneNumber,
  requestProcessed,
  inCase = false,
  why = null,
}: DeleteButtonProps) {
  const whyNot = useWhyOnlyAdmin("account-deletion") ?? why;
  const requestDeletion = useSetAtom(requestDeletionAtom);
  if (requestProcessed) return null;
  return (
    <ActionButton
      small={!inCase}
      danger
      kind={inCase ? "plain" : "quiet"}
      whyNot={whyNot}
      action={() => requestDeletion(_id)}
    >
      Delete account <span className="unseen">{`of ${UserPhoneNumber}`}</span>
      {inCase && <Key of="D" />}
    </ActionButton>
  );
}
