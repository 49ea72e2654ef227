import "./entry.css";
import { useEffect, useRef, useState } from "react";
import type { ProductProfile } from "#shared/profiles/profile.schema.ts";
import { addAlertAtom } from "../../state/alerts.atoms.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { Button } from "../../ui/Button.tsx";
import { FilterText } from "../../ui/FilterText.tsx";
import { findByWords } from "../../ui/find-by-words.ts";
import { useListState } from "../../ui/list-state.ts";
import { Empty } from "../../ui/States.tsx";
import { AddEntryForm } from "./AddEntryForm.tsx";
import { EntryCard } from "./EntryCard.tsx";

interface ManageProfileProps {
  profile: ProductProfile;
  onKnown: (profile: ProductProfile) => void;
}

const options = { filters: { brand: "" } };
/** Fewer brands are found by looking. */
const findFrom = 8;

/** A card that goes because somebody else deleted its brand is not to go without a word. */
function useToldOfDeletions({ brands, name }: ProductProfile) {
  const alert = useSetAtom(addAlertAtom);
  const before = useRef(brands);
  const mine = useRef(new Set<string>());
  useEffect(() => {
    const left = new Set(brands.map(({ _id }) => _id));
    for (const { _id, brand } of before.current) {
      if (left.has(_id) || mine.current.has(_id)) continue;
      alert({ kind: "info", text: `Somebody deleted ${brand} from ${name}` });
    }
    before.current = brands;
  }, [brands, name, alert]);
  return (id: string) => mine.current.add(id);
}

/** Manage Profile: one card per brand, and the form that adds one (specification section 2). */
export function ManageProfile({ profile, onKnown }: ManageProfileProps) {
  const list = useListState(options);
  const isDeletedHere = useToldOfDeletions(profile);
  const [adding, setAdding] = useState(profile.brands.length === 0);
  const { brands } = profile;
  const addButton = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState<string | null>(null);
  useEffect(() => {
    if (added !== null) document.getElementById(`entry-${added}`)?.focus();
  }, [added]);
  const focusAdd = () => addButton.current?.querySelector("button")?.focus();
  const close = (entry: string | null) => {
    setAdding(false);
    setAdded(entry);
    if (entry === null) requestAnimationFrame(focusAdd);
  };
  const shown = findByWords(brands, list.filters.brand, ({ brand }) => brand);

  return (
    <section className="manage" aria-labelledby="manage-profile">
      <header className="manage-head">
        <h2 id="manage-profile">Manage Profile</h2>
        {brands.length >= findFrom && (
          <FilterText
            label="Find a brand"
            quietLabel
            placeholder="Find a brand"
            value={list.filters.brand}
            onCommit={(text, how) => list.setFilter("brand", text, how)}
          />
        )}
        <div ref={addButton}>
          <Button icon="pi-plus" disabled={adding} onClick={() => setAdding(true)}>
            Add brand
          </Button>
        </div>
      </header>
      {adding && <AddEntryForm profile={profile} onKnown={onKnown} onClose={close} />}
      {shown.map((entry) => (
        <EntryCard
          key={entry._id}
          entry={entry}
          profile={profile}
          onKnown={onKnown}
          onDelete={() => {
            isDeletedHere(entry._id);
            focusAdd();
          }}
        />
      ))}
      {shown.length === 0 && brands.length > 0 && (
        <Empty
          title={`No brand matches “${list.filters.brand}”`}
          action={<Button onClick={list.clear}>Clear filter</Button>}
        />
      )}
      {brands.length === 0 && !adding && (
        <Empty title="No brand yet" icon="pi-tags" action={<Button onClick={() => setAdding(true)}>Add brand</Button>}>
          A machine with this profile has nothing to sell until a brand is added.
        </Empty>
      )}
    </section>
  );
}
