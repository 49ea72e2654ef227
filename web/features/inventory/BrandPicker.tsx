import { Check } from "../../ui/Check.tsx";
import { Popover } from "../../ui/Popover.tsx";

interface BrandPickerProps {
  /** Empty until the brands are known: the button is drawn before, so that its neighbours do not move. */
  brands: readonly string[];
  /** Empty for all brands. */
  chosen: readonly string[];
  onChoose: (chosen: readonly string[]) => void;
}

/** Which brands the pivot shows. */
export function BrandPicker({ brands, chosen, onChoose }: BrandPickerProps) {
  if (brands.length === 1) return null;
  return (
    <Popover
      label="Brands"
      className="brand-picker"
      trigger={(props) => (
        <button {...props} className="button button-plain">
          <span className="pi pi-tags" aria-hidden="true" />
          <span className="button-label">
            {chosen.length === 0 ? "All brands" : `${chosen.length} of ${brands.length} brands`}
          </span>
        </button>
      )}
    >
      {() =>
        brands.map((brand, at) => (
          <Check
            key={brand}
            className="menu-item"
            checked={chosen.includes(brand)}
            autoFocus={at === 0}
            onChange={(isChosen) => {
              const next = brands.filter((one) => (one === brand ? isChosen : chosen.includes(one)));
              onChoose(next.length === brands.length ? [] : next);
            }}
          >
            {brand}
          </Check>
        ))
      }
    </Popover>
  );
}
