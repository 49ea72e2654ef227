import type { ConfirmQuestion } from "../state/dialogs.atoms.ts";
import { Button, type ButtonProps } from "./Button.tsx";
import { useConfirm } from "./dialogs.ts";
import { useAction } from "./use-action.ts";

interface ActionButtonProps extends Omit<ButtonProps, "onClick" | "working"> {
  action: () => Promise<unknown>;
  /** Shown before it is done. */
  question?: ConfirmQuestion;
}

/** A button that works until its action has ended, however that ended. */
export function ActionButton({ action, question, ...button }: ActionButtonProps) {
  const confirm = useConfirm();
  const { doing, during } = useAction<"action">();
  const begin = async () => {
    if (!question || (await confirm(question))) await during("action", action);
  };
  return <Button {...button} working={doing !== null} onClick={() => void begin()} />;
}
