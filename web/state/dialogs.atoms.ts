import { atom } from "./jotai.ts";

export interface ConfirmQuestion {
  /** Names the thing: "Delete container 12?" */
  title: string;
  /** Names the consequence: "Its stock record goes with it. This cannot be undone." */
  body: string;
  /** The action on the button: "Delete container". */
  action: string;
  danger?: boolean;
  cancel?: string;
}

type OpenDialog =
  | ({ kind: "confirm"; answer: (yes: boolean) => void } & ConfirmQuestion)
  | { kind: "alert"; text: string; title: string | null; answer: () => void };

const queueAtom = atom<OpenDialog[]>([]);

/** The dialog on the screen; others wait behind it. */
export const openDialogAtom = atom((get) => get(queueAtom)[0] ?? null);

export const closeDialogAtom = atom(null, (get, set, yes: boolean) => {
  const [open, ...waiting] = get(queueAtom);
  set(queueAtom, waiting);
  open?.answer(yes);
});

/** Nobody confirms what the operator before was asked: all are closed without it. */
export const dropDialogsAtom = atom(null, (get, set) => {
  while (get(openDialogAtom)) set(closeDialogAtom, false);
});

/** Requests confirmation; true when the operator confirmed. */
export const confirmAtom = atom(
  null,
  (get, set, question: ConfirmQuestion) =>
    new Promise<boolean>((answer) => {
      set(queueAtom, [...get(queueAtom), { kind: "confirm", answer, ...question }]);
    }),
);

/** A browser alert (specification: Alerts and dialogs): a dialog with this text and one button. */
export const browserAlertAtom = atom(
  null,
  (get, set, { text, title = null }: { text: string; title?: string | null }) =>
    new Promise<void>((answer) => {
      set(queueAtom, [...get(queueAtom), { kind: "alert", text, title, answer }]);
    }),
);
