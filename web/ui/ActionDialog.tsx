import { ActionButton } from "./ActionButton.tsx";
import { Button } from "./Button.tsx";
import { Dialog, type DialogProps } from "./Dialog.tsx";

interface ActionDialogProps extends Omit<DialogProps, "foot"> {
  /** The action, as its button says it. */
  label: string;
  action: () => Promise<unknown>;
  /** What is still missing for it. */
  whyNot?: string | null;
}

/** Requests what an action needs, then does it. */
export function ActionDialog({ label, action, whyNot, ...dialog }: ActionDialogProps) {
  return (
    <Dialog
      {...dialog}
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
