import { ActionButton } from "./ActionButton.tsx";
import { Button } from "./Button.tsx";
import { Dialog, type DialogProps } from "./Dialog.tsx";
import { useAskedClose } from "./use-asked-close.ts";

interface ActionDialogProps extends Omit<DialogProps, "foot"> {
  /** The action, as its button says it. */
  label: string;
  action: () => Promise<unknown>;
  /** What is still missing for it. */
  whyNot?: string | null;
  /** What is typed in it, as its label says, or nothing. */
  typed?: string | false;
}

/** Requests what an action needs, then does it. */
export function ActionDialog({ label, action, whyNot, typed, ...dialog }: ActionDialogProps) {
  const closeByEscape = useAskedClose(typed ? [typed] : [], dialog.onClose);
  return (
    <Dialog
      {...dialog}
      onClose={closeByEscape}
      foot={
        <>
          <Button onClick={dialog.onClose}>Cancel</Button>
          <ActionButton kind="primary" whyNot={whyNot} action={action}>
            {label}
          </ActionButton>
        </>
      }
    />
  );
}
