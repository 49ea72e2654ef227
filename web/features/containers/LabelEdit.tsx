import { useEffect, useId, useRef, useState } from "react";
import { type Container, ContainerLabel } from "#shared/containers/container.schema.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { OwnForm } from "../../ui/form/OwnForm.tsx";
import { useUnsaved } from "../../ui/form/use-unsaved.ts";

interface LabelEditProps {
  container: Container;
  working: boolean;
  /** `seen` is the container as it was when the edit began; true when the edit is over. */
  onSave: (seen: Container, containerId: string) => Promise<boolean>;
}

/** What a question about unsaved text calls it. */
export const labelName = ({ containerId }: Container): string => `label of container ${containerId}`;

/** The label that stands on the container's front; the lock's number beneath it never changes. */
export function LabelEdit({ container, working, onSave }: LabelEditProps) {
  const id = useId();
  const [edit, setEdit] = useState<{ seen: Container; text: string; error?: string } | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const pencil = useRef<HTMLButtonElement>(null);
  const isOpen = edit !== null;
  useUnsaved(labelName(container), edit !== null && edit.text !== edit.seen.containerId);

  useEffect(() => {
    if (isOpen) field.current?.select();
  }, [isOpen]);

  const end = () => {
    setEdit(null);
    requestAnimationFrame(() => pencil.current?.focus());
  };
  const save = async () => {
    if (!edit || working) return;
    const label = ContainerLabel.safeParse(edit.text);
    if (!label.success) {
      setEdit({ ...edit, error: `Container ${label.error.issues[0]?.message}` });
      field.current?.focus();
      return;
    }
    if (label.data === edit.seen.containerId || (await onSave(edit.seen, label.data))) end();
  };

  if (!edit) {
    return (
      <>
        <h3 className="container-label" id={`container-${container._id}`}>
          <span className="unseen">Container </span>
          {container.containerId}
        </h3>
        <IconButton
          ref={pencil}
          icon="pi-pencil"
          small
          label={`Change the label of container ${container.containerId}`}
          onClick={() => setEdit({ seen: container, text: container.containerId })}
        />
      </>
    );
  }
  return (
    <OwnForm className="label-edit" onSubmit={save}>
      <input
        ref={field}
        className="input"
        aria-label={`Label of container ${edit.seen.containerId}`}
        aria-invalid={edit.error ? true : undefined}
        aria-describedby={edit.error ? `${id}-error` : undefined}
        inputMode="decimal"
        maxLength={10}
        autoComplete="off"
        value={edit.text}
        onChange={(event) => setEdit({ seen: edit.seen, text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          // The card may stand in a dialog, which stays.
          event.preventDefault();
          end();
        }}
      />
      <Button type="submit" small working={working}>
        Save
      </Button>
      <Button kind="quiet" small onClick={end}>
        Cancel
      </Button>
      {edit.error && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {edit.error}
        </p>
      )}
    </OwnForm>
  );
}
