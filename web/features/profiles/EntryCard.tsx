import { memo, type RefObject, useEffect, useMemo, useRef } from "react";
import type { BrandEntry, ProductProfile } from "#shared/profiles/profile.schema.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/dialogs.ts";
import { ConflictPanel } from "../../ui/form/ConflictPanel.tsx";
import { ErrorSummary } from "../../ui/form/ErrorSummary.tsx";
import { NumberField } from "../../ui/form/NumberField.tsx";
import { OwnForm } from "../../ui/form/OwnForm.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { type FormHandle, useForm } from "../../ui/form/use-form.ts";
import { Chip } from "../../ui/StateChip.tsx";
import { EntryGrid, looksOf } from "./EntryGrid.tsx";
import { complaintsAbout, EntryValues, labels, settled, showIn, valuesOf } from "./entry-values.ts";
import { changeEntry, deleteEntry } from "./save-entry.ts";
import { useBrandOptions } from "./use-brand-options.ts";
import { useGlowing } from "./use-glowing.ts";

export interface EntryCardProps {
  entry: BrandEntry;
  /** The profile as it is at the moment of an action: not every change of it draws every card. */
  profile: RefObject<ProductProfile>;
  gst: number;
  /** The products of all entries. */
  assigned: readonly string[];
  onKnown: (profile: ProductProfile) => void;
  /** It is about to go because of this operator. */
  onDelete: (entry: BrandEntry) => void;
  /** Something in it is changed and not saved, or is no longer. */
  onTouched: (entryId: string, isTouched: boolean) => void;
}

function EntryActions({ form, onUndo }: { form: FormHandle<EntryValues>; onUndo: () => void }) {
  const { working, conflict } = form;
  return (
    <>
      <Button kind="quiet" whyNot={working ? "It is being saved" : null} onClick={onUndo}>
        Undo
      </Button>
      <Button
        type="submit"
        kind="primary"
        working={working}
        whyNot={conflict === null ? null : "Choose below between theirs and yours"}
      >
        Save
      </Button>
    </>
  );
}

/** One brand of a profile: every setting can be edited where it stands; Enter saves. */
export const EntryCard = memo(function EntryCard(props: EntryCardProps) {
  const { entry, profile, gst, assigned, onKnown, onDelete, onTouched } = props;
  const confirm = useConfirm();
  const brands = useBrandOptions(assigned, entry);
  const others = () => profile.current.brands.filter(({ _id }) => _id !== entry._id);
  const entryIn = ({ brands: present }: ProductProfile) => present.find(({ _id }) => _id === entry._id);

  const initial = useMemo(() => valuesOf(entry), [entry]);
  const glowing = useGlowing(initial);
  const form = useForm<EntryValues, EntryValues>({
    schema: EntryValues,
    initial,
    version: profile.current.rev,
    labels,
    show: showIn((id) => brands.choices.options.find(({ value }) => value === id)?.label ?? entry.brand),
    rules: (values) => complaintsAbout(values, others(), "cards"),
    submit: async (values, known = profile.current.rev) => {
      const { _id, brands: present, rev: latestRev } = profile.current;
      // Others may have saved other brands since this card was drawn.
      const rev = present.includes(entry) ? latestRev : known;
      const edited = await changeEntry({ profileId: _id, rev, from: entry, to: settled(values) });
      const latest = "record" in edited ? edited.record : edited.latest;
      if (latest) onKnown(latest);
      const now = latest && entryIn(latest);
      if (!now) return { is: "refused" };
      const saved = { values: valuesOf(now), version: latest.rev };
      if (edited.is !== "saved" && edited.is !== "stale") return { is: edited.is, saved };
      keepFocus();
      if (edited.is === "stale") return { is: "stale", theirs: saved.values, version: saved.version };
      return { is: "saved", ...saved };
    },
  });

  const confirmDelete = async () => {
    const yes = await confirm({
      title: `Delete ${entry.brand}?`,
      body: `Machines with the profile ${profile.current.name} no longer sell it. Its prices and settings are lost.`,
      action: "Delete brand",
      danger: true,
    });
    if (!yes) return;
    const deleted = await deleteEntry(profile.current, entry);
    if (!("record" in deleted)) return;
    if (deleted.is === "saved") onDelete(entry);
    onKnown(deleted.record);
  };

  const { changed, conflict } = form;
  const isTouched = changed.length > 0;
  useEffect(() => {
    onTouched(entry._id, isTouched);
    return () => onTouched(entry._id, false);
  }, [entry._id, isTouched, onTouched]);
  const home = useRef<HTMLFormElement>(null);
  /** The buttons go with the changes: the focus stays at the card. */
  const keepFocus = () => {
    if (home.current?.querySelector(".entry-actions")?.contains(document.activeElement)) home.current.focus();
  };
  const undo = () => {
    keepFocus();
    form.reset();
  };
  const productType = brands.productOf(form.values.product)?.productType ?? entry.productType;
  return (
    <OwnForm
      ref={home}
      id={`entry-${entry._id}`}
      tabIndex={-1}
      className={`card entry${isTouched ? " entry-touched" : ""}`}
      aria-label={entry.brand}
      onSubmit={() => isTouched && conflict === null && form.submit()}
    >
      <header className="entry-head">
        <h3 className="unseen">{entry.brand}</h3>
        <div className={looksOf("entry-brand", changed.includes("product"), glowing.includes("product"))}>
          <SelectField {...form.field("product")} {...brands.choices} quietLabel />
        </div>
        <div className={looksOf("entry-price", changed.includes("price"), glowing.includes("price"))}>
          <NumberField {...form.field("price")} unitBefore="₹" decimals={2} />
        </div>
        {productType === "deposit" && (
          <span className="entry-chip">
            <Chip tone="warn" icon="pi-replay" word="Deposit" />
          </span>
        )}
        <div className="entry-actions">{isTouched && <EntryActions form={form} onUndo={undo} />}</div>
        <div className="entry-bin">
          <IconButton icon="pi-trash" label={`Delete ${entry.brand}`} onClick={() => void confirmDelete()} />
        </div>
      </header>
      <ErrorSummary form={form} named />
      {conflict && <ConflictPanel form={form} conflict={conflict} />}
      <EntryGrid form={form} gst={gst} productType={productType} glowing={glowing} />
    </OwnForm>
  );
});
