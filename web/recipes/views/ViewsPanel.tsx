import { useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { keptQuery } from "#shared/list-views/list-view.schema.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { OwnForm } from "../../ui/form/OwnForm.tsx";
import { Loadable } from "../../ui/States.tsx";
import { useCopy } from "../../ui/use-copy.ts";
import { listOfPath, useViews } from "./use-views.ts";

function KeepForm({ onKeep }: { onKeep: (name: string) => Promise<boolean> }) {
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const keep = async () => {
    if (name.trim() === "") setError("Name is required");
    else if (await onKeep(name.trim())) setName("");
  };
  return (
    <OwnForm className="views-keep" onSubmit={keep}>
      <Field label="Save this view as" error={error}>
        {(aria) => (
          <input
            {...aria}
            className="input"
            maxLength={40}
            autoComplete="off"
            placeholder="Failed this month"
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <Button type="submit">Save view</Button>
    </OwnForm>
  );
}

/** The operator's views of this list: each restores its filters and order. A phone or an email is not kept, a link has it. */
export default function ViewsPanel({ onGo }: { onGo: () => void }) {
  const { pathname, search } = useLocation();
  const { load, retry, keep, forget } = useViews(listOfPath(pathname));
  const { copied, copy } = useCopy();
  const present = keptQuery(search);
  return (
    <>
      <Loadable of={load} onRetry={retry}>
        {(views) =>
          views.length === 0 ? (
            <p className="views-none muted">No view yet. Set filters, then save them under a name.</p>
          ) : (
            <ul className="views-list" aria-label="Your views">
              {views.map(({ name, query }) => (
                <li key={name}>
                  <Link
                    to={{ pathname, search: query }}
                    className="menu-item"
                    aria-current={query === present ? "page" : undefined}
                    onClick={onGo}
                  >
                    {name}
                  </Link>
                  <IconButton icon="pi-times" label={`Delete view ${name}`} onClick={() => void forget(name)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loadable>
      <KeepForm onKeep={(name) => keep(name, search)} />
      <Button kind="quiet" icon={copied ? "pi-check" : "pi-link"} onClick={() => void copy(window.location.href)}>
        {copied ? "Copied" : "Copy the link to it"}
      </Button>
    </>
  );
}
