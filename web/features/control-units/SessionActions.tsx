import { movesDoor } from "#shared/control-units/control-unit.rules.ts";
import type { Session } from "#shared/control-units/control-unit.schema.ts";
import type { SessionRows } from "../../live/session-rows.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/dialogs.ts";
import { useAction } from "../../ui/use-action.ts";
import { resendQuestion } from "./command-words.ts";
import { cancelSessionAtom, resendAtom } from "./control-units.atoms.ts";
import { canBeCancelled, canBeResent } from "./session-progress.ts";

interface SessionActionsProps {
  shown: SessionRows;
  onCancelled: (session: Session) => void;
  onResent: (sessionId: string) => void;
}

/** Cancel while nothing was sent; Resend for what ended badly. */
export function SessionActions({ shown: { session, rows }, onCancelled, onResent }: SessionActionsProps) {
  const { sessionId, vendingMachineId, type } = session;
  const confirm = useConfirm();
  const cancel = useSetAtom(cancelSessionAtom);
  const resend = useSetAtom(resendAtom);
  const { doing, during } = useAction<"cancel" | "resend">();
  const failed = canBeResent(rows);

  const callBack = async () => {
    if (doing) return;
    const cancelled = await during("cancel", () => cancel(sessionId));
    if (cancelled) onCancelled(cancelled);
  };
  const again = async () => {
    if (doing) return;
    const labels = failed.map(({ containerId }) => containerId);
    const question = resendQuestion(type, labels, vendingMachineId);
    if (question && !(await confirm(question))) return;
    // By id, where there is one: a label may have been given to another container since.
    const containers = failed.flatMap(({ container, containerId }) => container ?? (containerId || []));
    const next = await during("resend", () => resend({ sessionId, containers }));
    if (next) onResent(next);
  };
  const what = failed.length === rows.length ? "" : ` ${failed.length.toLocaleString("en-IN")} failed`;
  return (
    <>
      {canBeCancelled(session, rows) && (
        <Button small working={doing === "cancel"} onClick={() => void callBack()}>
          Cancel
        </Button>
      )}
      {failed.length > 0 && (
        <Button
          small
          icon="pi-replay"
          danger={movesDoor(type)}
          working={doing === "resend"}
          onClick={() => void again()}
        >
          {`Resend${what}`}
        </Button>
      )}
    </>
  );
}
