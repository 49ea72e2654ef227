import { useState } from "react";

/** What was said of a choice. Once another one is made it is said no more: what was missing may be there now. */
export const useSaid = (...choice: readonly (string | null | undefined)[]) => {
  const [said, setSaid] = useState<{ text: string | null; of: typeof choice }>({ text: null, of: choice });
  const stands = said.of.every((one, at) => one === choice[at]);
  return [stands ? said.text : null, (text: string | null) => setSaid({ text, of: choice })] as const;
};
