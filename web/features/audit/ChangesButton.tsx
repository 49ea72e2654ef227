import { useState } from "react";
import { createPortal } from "react-dom";
import { verbWords } from "#shared/audit/audit.rules.ts";
import type { AuditEntry } from "#shared/audit/audit.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { countText } from "../../ui/count-text.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import "./audit.css";
import { Heads } from "../../ui/Heads.tsx";

const none = <span className="muted">none</span>;

/** How many fields a change concerned; opened, what they were and what they became. */
export function ChangesButton({ entry }: { entry: AuditEntry }) {
  const { changes, verb, record } = entry;
  const [isOpen, setOpen] = useState(false);
  if (changes === null) return <span className="muted">For admins</span>;
  if (changes.length === 0) return <span className="muted">–</span>;
  const close = () => setOpen(false);
  return (
    // A click in the table's row would follow the row's link.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps clicks of the dialog to itself.
    // biome-ignore lint/a11y/useKeyWithClickEvents: likewise.
    <span className="row-actions" onClick={(event) => event.stopPropagation()}>
      <Button small kind="quiet" onClick={() => setOpen(true)}>
        {countText(changes.length, "field")} <span className="unseen">{`of ${record.label || record._id}`}</span>
      </Button>
      {isOpen &&
        createPortal(
          <Dialog
            wide
            title={`${verbWords(verb)}${record.label && `: ${record.label}`}`}
            onClose={close}
            foot={
              <Button autoFocus onClick={close}>
                Close
              </Button>
            }
          >
            <div className="audit-changes">
              <table>
                <Heads of={["Field", "Before", "After"]} />
                <tbody>
                  {changes.map(({ field, before, after }) => (
                    <tr key={field}>
                      <th scope="row">{field}</th>
                      <td>{before ?? none}</td>
                      <td>{after ?? none}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </Dialog>,
          document.body,
        )}
    </span>
  );
}
