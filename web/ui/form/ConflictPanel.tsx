import { useEffect, useRef } from "react";
import { Button } from "../Button.tsx";
import type { Conflict, Values } from "./form-types.ts";
import { changedKeys } from "./form-values.ts";
import type { FormHandle } from "./use-form.ts";

/** Somebody else saved this record meanwhile: theirs and yours side by side, and the choice. */
export function ConflictPanel<V extends Values>({ form, conflict }: { form: FormHandle<V>; conflict: Conflict<V> }) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  const differing = changedKeys(conflict.theirs, form.values);
  return (
    <section className="conflict" role="alert">
      <h2 ref={head} tabIndex={-1}>
        Somebody else changed this while you were editing
      </h2>
      <table className="conflict-table">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Theirs</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {differing.map((key) => (
            <tr key={key}>
              <th scope="row">{form.labels[key]}</th>
              <td>{form.read(key, conflict.theirs)}</td>
              <td className={form.changed.includes(key) ? "conflict-mine" : "muted"}>{form.read(key, form.values)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted">Keeping yours saves nothing yet: it puts your changes on top of theirs.</p>
      <div className="form-foot">
        <Button onClick={form.takeTheirs}>Take theirs</Button>
        <Button onClick={form.keepMine}>Keep yours</Button>
      </div>
    </section>
  );
}
