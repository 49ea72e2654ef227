import "./keys.css";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { pages } from "../pages.ts";
import { pageKeys } from "./page-keys.ts";

const everywhere: readonly (readonly [keys: readonly string[], words: string])[] = [
  [["Ctrl", "K"], "Search for pages, records and actions"],
  [["?"], "Show these keys"],
  [["Esc"], "Close, or leave a field for its list"],
];
const onLists: typeof everywhere = [
  [["j"], "Next record"],
  [["k"], "Previous record"],
  [["Enter"], "Open the record"],
  [["x"], "Select the row, with Shift up to it"],
  [["/"], "Go to the first filter"],
];
const onQueues: typeof everywhere = [
  [["j"], "Next case, k: previous case"],
  [["n"], "Next case; after the last, the first"],
  [["o"], "Open again"],
  [["r"], "Refund, resolve or register"],
  [["m"], "Mark container not working"],
  [["v"], "Verify Payment"],
  [["d"], "Delete account or request"],
];
const onAlarms: typeof everywhere = [
  [["o"], "Open the page that deals with it"],
  [["a"], "Assign to me, or give back"],
  [["e"], "Acknowledge"],
  [["s"], "Snooze"],
  [["d"], "Clear an alarm that does not clear by itself"],
  [["c"], "Comment"],
];
const toPages: typeof everywhere = Object.entries(pageKeys).map(([key, page]) => [["g", key], pages[page].title]);

function Keys({ title, of }: { title: string; of: typeof everywhere }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className="keys">
        {of.map(([keys, words]) => (
          <div key={words}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className="kbd">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What each key does. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Keys"
      wide
      onClose={onClose}
      foot={
        <Button autoFocus onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="keys-columns">
        <div>
          <Keys title="Everywhere" of={everywhere} />
          <Keys title="On lists" of={onLists} />
          <Keys title="On queues" of={onQueues} />
          <Keys title="On alarms" of={onAlarms} />
        </div>
        <Keys title="Go to" of={toPages} />
      </div>
    </Dialog>
  );
}
