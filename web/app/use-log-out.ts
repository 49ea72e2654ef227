import { logOutAtom } from "../features/auth/auth.atoms.ts";
import { confirmAtom } from "../state/dialogs.atoms.ts";
import { useSetAtom, useStore } from "../state/jotai.ts";
import { unsavedAtom } from "../state/unsaved.atoms.ts";

/**
 * Logout: the guard then leads to the login page, without offering this operator's page to the next one. A changed form
 * needs confirmation first.
 */
export function useLogOut(): () => Promise<void> {
  const store = useStore();
  const confirm = useSetAtom(confirmAtom);
  return async () => {
    const unsaved = store.get(unsavedAtom);
    const body = `What you changed will be lost: ${unsaved.join(", ")}.`;
    const question = { title: "Log out without saving?", body, action: "Log out", cancel: "Stay", danger: true };
    if (unsaved.length > 0 && !(await confirm(question))) return;
    await store.set(logOutAtom);
  };
}
