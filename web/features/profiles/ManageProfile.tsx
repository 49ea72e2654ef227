import "./entry.css";
import "./entries.css";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { BrandEntry, ProductProfile } from "#shared/profiles/profile.schema.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { addAlertAtom } from "../../state/alerts.atoms.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { Button } from "../../ui/Button.tsx";
import { FilterText } from "../../ui/FilterText.tsx";
import { findByWords } from "../../ui/find-by-words.ts";
import { useListState } from "../../ui/list-state.ts";
import { Empty } from "../../ui/States.tsx";
import { useNear } from "../../ui/use-near.ts";
import { AddEntryForm } from "./AddEntryForm.tsx";
import { EntryCard, type EntryCardProps } from "./EntryCard.tsx";
import { EntryHeads } from "./EntryGrid.tsx";

const options = { filters: { brand: "" } };
/** Fewer brands are found by looking. */
const findFrom = 8;
/** A machine sells hardly more; the cards of a longer list are drawn when they come near. */
const drawnAtOnce = 16;

/** Announces it when a card disappears because somebody else deleted its brand. */
function usePublishedDeletions({ brands, name }: ProductProfile) {
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
  return mine;
}

/**
 * The entries in which something is changed and not saved. One that is saved, or is as it was again, stays until another
 * brand is looked for: somebody works in it.
 */
function useTouched(lookedFor: string) {
  const [touched, setTouched] = useState<ReadonlyMap<string, boolean>>(new Map());
  const onTouched = useCallback(
    (id: string, isTouched: boolean) =>
      setTouched((known) => ((known.get(id) ?? false) === isTouched ? known : new Map(known).set(id, isTouched))),
    [],
  );
  const [before, setBefore] = useState(lookedFor);
  if (before !== lookedFor) {
    setBefore(lookedFor);
    setTouched(new Map([...touched].filter(([, isTouched]) => isTouched)));
  }
  return { touched, onTouched };
}

/** A brand's card; one that is far from the window is drawn when it comes near. */
function EntryPlace({ isFirst, ...card }: EntryCardProps & { isFirst: boolean }) {
  const [place, isNear] = useNear<HTMLDivElement>(isFirst);
  if (isNear) return <EntryCard {...card} />;
  return (
    <div ref={place} className="card entry-far">
      {card.entry.brand}
    </div>
  );
}

/** Manage Profile: one table of two lines a brand, cards where that has no space, and the form that adds one (specification: Profile). */
export function ManageProfile({ record: profile, onKnown }: Shown<ProductProfile>) {
  const list = useListState(options);
  const deletedHere = usePublishedDeletions(profile);
  const [adding, setAdding] = useState(profile.brands.length === 0);
  const { brands } = profile;
  const addButton = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState<string | null>(null);
  useEffect(() => {
    if (added !== null) document.getElementById(`entry-${added}`)?.focus();
  }, [added]);
  const focusAdd = useCallback(() => addButton.current?.querySelector("button")?.focus(), []);
  const onDelete = useCallback(
    ({ _id }: BrandEntry) => {
      deletedHere.current.add(_id);
      focusAdd();
    },
    [deletedHere, focusAdd],
  );
  const latest = useRef(profile);
  latest.current = profile;
  const assignedText = brands.map(({ product }) => product).join(" ");
  const assigned = useMemo(() => assignedText.split(" "), [assignedText]);
  const close = (entry: string | null) => {
    setAdding(false);
    setAdded(entry);
    if (entry === null) requestAnimationFrame(focusAdd);
  };
  const { touched, onTouched } = useTouched(list.filters.brand);
  const found = findByWords(brands, list.filters.brand, ({ brand }) => brand);
  // What is typed is not lost by looking for another brand.
  const shown = brands.filter((entry) => found.includes(entry) || touched.has(entry._id));

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
          <Button
            icon="pi-plus"
            whyNot={adding ? "A brand is being added below" : null}
            onClick={() => setAdding(true)}
          >
            Add brand
          </Button>
        </div>
      </header>
      {adding && <AddEntryForm profile={profile} assigned={assigned} onKnown={onKnown} onClose={close} />}
      {shown.length > 0 && (
        <div className="entries">
          <EntryHeads />
          {shown.map((entry, place) => (
            <EntryPlace
              key={entry._id}
              isFirst={place < drawnAtOnce}
              entry={entry}
              profile={latest}
              gst={profile.gst}
              assigned={assigned}
              onKnown={onKnown}
              onDelete={onDelete}
              onTouched={onTouched}
            />
          ))}
        </div>
      )}
      {found.length === 0 && brands.length > 0 && (
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
