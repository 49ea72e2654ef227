import { serverNow } from "../../state/server-clock.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

const hour = 3_600_000;

/** Eight in the morning of the next day, by the operator's own clock. */
const tomorrow = (now: number): Date => {
  const at = new Date(now);
  at.setDate(at.getDate() + 1);
  at.setHours(8, 0, 0, 0);
  return at;
};
const choices: readonly (readonly [words: string, until: (now: number) => Date])[] = [
  ["30 minutes", (now) => new Date(now + hour / 2)],
  ["2 hours", (now) => new Date(now + 2 * hour)],
  ["Until tomorrow, 8:00", tomorrow],
  ["One day", (now) => new Date(now + 24 * hour)],
];

interface SnoozeDialogProps {
  onClose: () => void;
  onChoose: (until: Date) => void;
}

/** For how long an alarm is put aside. */
export const SnoozeDialog = ({ onClose, onChoose }: SnoozeDialogProps) => (
  <Dialog title="Snooze for how long?" onClose={onClose} foot={<Button onClick={onClose}>Cancel</Button>}>
    <p className="muted">It stays in the list and is not counted until then.</p>
    <div className="alarm-choices">
      {choices.map(([words, until], at) => (
        <Button
          key={words}
          autoFocus={at === 0}
          onClick={() => {
            onChoose(until(serverNow()));
            onClose();
          }}
        >
          {words}
        </Button>
      ))}
    </div>
  </Dialog>
);
