import { ObjectId } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import { paiseOf } from "#shared/http/money.ts";
import type { BrandEntryDocument, ProductDocument, ProfileDocument } from "#shared/products/goods.document.server.ts";
import { checkEntry, type EntryDraft } from "#shared/profiles/profile.rules.ts";
import type { BrandEntryChange, NewBrandEntry, ProductProfile } from "#shared/profiles/profile.schema.ts";
import { profileView, storedBlock } from "./profiles.view.ts";

/** The rules run with the cards' wording: of the two it is the looser one, and the server enforces that. */
const refuseWrong = (draft: EntryDraft, others: ProductProfile["brands"]): void => {
  const complaints = checkEntry(draft, others, "cards");
  // A fixed text stands alone (specification: Texts of checks); any other text needs the name of its field.
  const said = Object.entries(complaints).map(([field, text]) => (/^[A-Z]/.test(text) ? text : `${field}: ${text}`));
  const texts = [...new Set(said)];
  if (texts.length > 0) throw new DomainError("invalid", texts.join("; "), { fields: complaints });
};

/** The profile's entries with a new one at the end. Throws `invalid` with what is wrong, by field. */
export const withNewEntry = (profile: ProfileDocument, entry: NewBrandEntry, product: ProductDocument) => {
  refuseWrong(entry, profileView(profile).brands);
  const added: BrandEntryDocument = {
    _id: new ObjectId(),
    product: product._id,
    brand: product.brand,
    productType: product.productType,
    price: paiseOf(entry.price),
    bundle: storedBlock(entry.bundle),
    unit: storedBlock(entry.unit),
  };
  return [...profile.brands, added];
};

/** The profile's entries with one of them changed. `product` is the one that the change names, if it names one. */
export const withChangedEntry = (
  profile: ProfileDocument,
  entryId: string,
  change: BrandEntryChange,
  product: ProductDocument | null,
): BrandEntryDocument[] => {
  const entries = profileView(profile).brands;
  const present = entries.find((entry) => entry._id === entryId);
  if (!present) throw noEntry(entryId);
  const draft =
    change.type === null
      ? { ...present, product: change.query.product, price: change.query.price }
      : { ...present, [change.type]: { ...present[change.type], [change.field]: change.value } };
  refuseWrong(
    draft,
    entries.filter((entry) => entry !== present),
  );
  return profile.brands.map((entry) =>
    entry._id.toHexString() === entryId
      ? {
          ...entry,
          ...(product ? { product: product._id, brand: product.brand, productType: product.productType } : {}),
          price: paiseOf(draft.price),
          bundle: storedBlock(draft.bundle),
          unit: storedBlock(draft.unit),
        }
      : entry,
  );
};

export const withoutEntry = (profile: ProfileDocument, entryId: string): BrandEntryDocument[] => {
  const left = profile.brands.filter((entry) => entry._id.toHexString() !== entryId);
  if (left.length === profile.brands.length) throw noEntry(entryId);
  return left;
};

const noEntry = (entryId: string) => new DomainError("missing", `There is no brand entry ${entryId} in this profile`);
