import { Button } from "./Button.tsx";
import { DeedButton } from "./DeedButton.tsx";
import { Dialog, type DialogProps } from "./Dialog.tsx";

interface DeedDialogProps extends Omit<DialogProps, "foot"> {
  /** The deed, as its button says it. */
  action: string;
  deed: () => Promise<unknown>;
  /** What is still missing for it. */
  whyNot?: string | null;
}

/** Asks for what a deed needs, then does it. */
export function DeedDialog({ action, deed, whyNot, ...dialog }: DeedDialogProps) {
  return (
    <Dialog
      {...dialog}
      foot={
        <>
          <Button onClick={dialog.onClose}>Cancel</Button>
          <DeedButton kind="primary" whyNot={whyNot} deed={deed}>
            {action}
          </DeedButton>
        </>
      }
    />
  );
}
