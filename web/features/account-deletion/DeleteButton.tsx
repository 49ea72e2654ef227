import { useWhyOnlyAdmin } from "../../records/own-deeds.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { DeedButton } from "../../ui/DeedButton.tsx";
import { askDeletionAtom } from "./deletion.atoms.ts";
import type { NumberedDeletion } from "./deletions-source.ts";

/** The deed of a row that waits: it reads what stands open, then the page asks. */
export function DeleteButton({ _id, UserPhoneNumber, requestProcessed }: NumberedDeletion) {
  const whyNot = useWhyOnlyAdmin("account-deletion");
  const ask = useSetAtom(askDeletionAtom);
  if (requestProcessed) return null;
  return (
    <DeedButton small danger kind="quiet" whyNot={whyNot} deed={() => ask(_id)}>
      Delete account <span className="unseen">{`of ${UserPhoneNumber}`}</span>
    </DeedButton>
  );
}
