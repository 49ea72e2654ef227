import { browserAlertAtom, confirmAtom } from "../state/dialogs.atoms.ts";
import { useSetAtom } from "../state/jotai.ts";

/** `const confirm = useConfirm(); if (await confirm({ title, body, action })) …` */
export const useConfirm = () => useSetAtom(confirmAtom);

/** What the specification calls a browser alert: `await browserAlert({ text: "Invalid date" })`. */
export const useBrowserAlert = () => useSetAtom(browserAlertAtom);
