import type { ConfirmQuestion } from "../state/dialogs.atoms.ts";
import { Button, type ButtonProps } from "./Button.tsx";
import { useConfirm } from "./dialogs.ts";
import { useDeed } from "./use-deed.ts";

interface DeedButtonProps extends Omit<ButtonProps, "onClick" | "working"> {
  deed: () => Promise<unknown>;
  /** Asked before it is done. */
  question?: ConfirmQuestion;
}

/** A button that works until its deed has ended, however that ended. */
export function DeedButton({ deed, question, ...button }: DeedButtonProps) {
  const confirm = useConfirm();
  const { doing, during } = useDeed<"deed">();
  const begin = async () => {
    if (!question || (await confirm(question))) await during("deed", deed);
  };
  return <Button {...button} working={doing !== null} onClick={() => void begin()} />;
}
