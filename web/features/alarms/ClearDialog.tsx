import { useId, useState } from "react";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { TextField } from "../../ui/form/TextField.tsx";

interface ClearDialogProps {
  words: string;
  onClose: () => void;
  /** True where it is cleared, or need not be any more. */
  clear: (reason: string) => Promise<boolean | undefined>;
}

/** Says what it was, of an alarm that does not clear by itself. */
export function ClearDialog({ words, onClose, clear }: ClearDialogProps) {
  const [reason, setReason] = useState("");
  const id = useId();
  const action = async () => {
    if (await clear(reason)) onClose();
  };
  const whyNot = reason.trim() === "" ? "Write first what it was" : null;
  return (
    <ActionDialog
      title="Clear this alarm?"
      label="Clear alarm"
      action={action}
      whyNot={whyNot}
      typed={reason !== "" && "What it was"}
      onClose={onClose}
    >
      <p>{words}.</p>
      <TextField
        id={id}
        name="reason"
        label="What it was"
        value={reason}
        onChange={setReason}
        maxLength={200}
        autoFocus
      />
    </ActionDialog>
  );
}
