import { whyOnlyAdmin } from "#shared/users/user.rules.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { operatorAtom } from "../../state/session.atoms.ts";
import { Button } from "../../ui/Button.tsx";
import { useDeed } from "../../ui/use-deed.ts";
import { askDeletionAtom } from "./deletion.atoms.ts";
import type { NumberedDeletion } from "./deletions-source.ts";

/** The deed of a row that waits: it reads what stands open, then the page asks. */
export function DeleteButton({ _id, UserPhoneNumber, requestProcessed }: NumberedDeletion) {
  const operator = useAtomValue(operatorAtom);
  const ask = useSetAtom(askDeletionAtom);
  const { doing, during } = useDeed<"read">();
  if (requestProcessed) return null;
  return (
    <Button
      small
      danger
      kind="quiet"
      working={doing !== null}
      whyNot={operator && whyOnlyAdmin(operator.role, "account-deletion")}
      onClick={() => void during("read", () => ask(_id))}
    >
      Delete account <span className="unseen">{`of ${UserPhoneNumber}`}</span>
    </Button>
  );
}
