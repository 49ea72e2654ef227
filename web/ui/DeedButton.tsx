import { Button, type ButtonProps } from "./Button.tsx";
import { useDeed } from "./use-deed.ts";

/** A button that works until its deed has ended, however that ended. */
export function DeedButton({
  deed,
  ...button
}: Omit<ButtonProps, "onClick" | "working"> & { deed: () => Promise<unknown> }) {
  const { doing, during } = useDeed<"deed">();
  return <Button {...button} working={doing !== null} onClick={() => void during("deed", deed)} />;
}
