import { type ReactNode, useRef } from "react";
import { Button, ButtonLink } from "../Button.tsx";
import { ConflictPanel } from "./ConflictPanel.tsx";
import { ErrorSummary } from "./ErrorSummary.tsx";
import type { Values } from "./form-types.ts";
import { OwnForm } from "./OwnForm.tsx";
import type { FormHandle } from "./use-form.ts";

interface FormProps<V extends Values> {
  form: FormHandle<V>;
  /** The action on the button: "Add machine". */
  action?: string;
  /** Where Cancel leads; without it a changed form offers to undo its changes. */
  cancelTo?: string;
  /** In a dialog, which it closes: it stands before the action, as in every dialog. */
  onCancel?: () => void;
  children: ReactNode;
  /** As that of a record that exists: the button is disabled until something is changed, and the foot says what was. */
  editing?: boolean;
  /** Names the form for readers where the page has several. */
  label?: string;
  /** A page has one primary button; its other forms have a plain one. */
  plain?: boolean;
  /** Who reads it may not save it, and why: said before anything is typed. */
  whyNot?: string | null;
}

/** One column of fields, the errors' summary, a conflict if there is one, and the action. */
export function Form<V extends Values>(props: FormProps<V>) {
  const { form, action = "Save changes", cancelTo, onCancel, children, label, plain, whyNot: mayNot = null } = props;
  const { changed, working, labels, conflict, isOfRecord } = form;
  const { editing = isOfRecord } = props;
  const untouched = editing && changed.length === 0;
  const home = useRef<HTMLFormElement>(null);
  /** Its button goes with the changes. */
  const undo = () => {
    form.reset();
    home.current?.querySelector<HTMLElement>("[type=submit]")?.focus();
  };
  const why =
    mayNot ?? (conflict ? "Choose above between theirs and yours" : untouched ? "Nothing has changed yet" : null);
  return (
    <OwnForm
      ref={home}
      className="form"
      aria-label={label}
      onSubmit={() => !untouched && mayNot === null && form.submit()}
    >
      <ErrorSummary form={form} />
      {conflict && <ConflictPanel form={form} conflict={conflict} />}
      {children}
      <div className={`form-foot${onCancel ? " form-foot-end" : ""}`}>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" kind={plain ? "plain" : "primary"} working={working} whyNot={why}>
          {action}
        </Button>
        {cancelTo && <ButtonLink to={cancelTo}>Cancel</ButtonLink>}
        {!cancelTo && !onCancel && changed.length > 0 && !working && (
          <Button kind="quiet" onClick={undo}>
            Undo
          </Button>
        )}
        {editing && changed.length > 0 && (
          <p className="form-changed">Changed: {changed.map((key) => labels[key]).join(", ")}</p>
        )}
      </div>
    </OwnForm>
  );
}
