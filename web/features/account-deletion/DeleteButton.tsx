import { useWhyOnlyAdmin } from "../../records/own-actions.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { ActionButton } from "../../ui/ActionButton.tsx";
import { requestDeletionAtom } from "./deletion.atoms.ts";
import type { NumberedDeletion } from "./deletions-source.ts";

/** The action of a row that waits: it reads what is open, then the page requests confirmation. */
export function DeleteButton({ _id, UserPhoneNumber, requestProcessed }: NumberedDeletion) {
  const whyNot = useWhyOnlyAdmin("account-deletion");
  const requestDeletion = useSetAtom(requestDeletionAtom);
  if (requestProcessed) return null;
  return (
    <ActionButton small danger kind="quiet" whyNot={whyNot} action={() => requestDeletion(_id)}>
      Delete account <span className="unseen">{`of ${UserPhoneNumber}`}</span>
    </ActionButton>
  );
}
