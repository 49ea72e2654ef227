import { useEffect } from "react";
import { deleteAccount } from "#shared/account-deletion/account-deletion.api.ts";
import { call } from "../../http/call.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { useAction } from "../../ui/use-action.ts";
import { closeDeletionAtom, requestDeletionAtom, requestedDeletionAtom } from "./deletion.atoms.ts";
import { standingWords } from "./standing-words.ts";

/**
 * What stands open, that it cannot be undone, and the action; the focus is on Cancel. A change meanwhile needs a new
 * confirmation.
 */
export function DeleteDialog() {
  const requested = useAtomValue(requestedDeletionAtom);
  const requestDeletion = useSetAtom(requestDeletionAtom);
  const close = useSetAtom(closeDeletionAtom);
  const { doing, during } = useAction<"delete">();
  // Leaving the page is no confirmation.
  useEffect(() => close, [close]);
  if (!requested) return null;

  const { request, standing, whyNot } = requested;
  const lines = standingWords(standing);
  const erase = async () => {
    const outcome = await call(deleteAccount, { params: { id: request._id }, body: { standing } });
    if (outcome.is === "refused" && outcome.status === 409) await requestDeletion(request._id);
    else close();
  };
  return (
    <Dialog
      role="alertdialog"
      title={`Delete the account of ${request.UserPhoneNumber}?`}
      onClose={close}
      foot={
        <>
          <Button autoFocus onClick={close}>
            Cancel
          </Button>
          <Button
            kind="primary"
            danger
            working={doing !== null}
            whyNot={whyNot}
            onClick={() => void during("delete", erase)}
          >
            Delete account
          </Button>
        </>
      }
    >
      {lines.length === 0 && <p>Nothing is open on this account.</p>}
      {lines.length > 0 && (
        <ul className="standing">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <p className={whyNot === null ? "muted" : "field-error"}>
        {whyNot ??
          "Name, phone, email and note become unreadable everywhere; orders, cans and ledgers stay without them. This cannot be undone."}
      </p>
    </Dialog>
  );
}
