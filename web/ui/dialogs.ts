import { browserAlertAtom, confirmAtom } from "../state/dialogs.atoms.ts";
import { useSetAtom } from "../state/jotai.ts";

/** `const confirm = useConfirm(); if (await confirm({ title, body, action })) …` */
export const useConfirm = () => useSetAtom(confirmAtom);

/** A browser alert (specification: Alerts and dialogs): `await browserAlert({ text: "Invalid date" })`. */
export const useBrowserAlert = () => useSetAtom(browserAlertAtom);
