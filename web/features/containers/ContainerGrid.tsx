import { useMemo } from "react";
import { refundableDeposit } from "#shared/containers/container.rules.ts";
import type { Container } from "#shared/containers/container.schema.ts";
import type { ResultRow } from "#shared/control-units/control-unit.schema.ts";
import { Card } from "../../ui/Card.tsx";
import { FilterText } from "../../ui/FilterText.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { Front } from "./Front.tsx";
import { countShown, type ShownContainers } from "./find-containers.ts";
import { Legend } from "./Legend.tsx";
import type { Selection } from "./use-selection.ts";

interface ContainerFilters {
  state: ShownContainers;
  q: string;
  /** Empty is all of them. */
  brand: string;
}

interface ContainerGridProps {
  containers: readonly Container[];
  foundIds: ReadonlySet<string>;
  filters: ContainerFilters;
  onFilter: (name: keyof ContainerFilters, value: string, how?: { replace: boolean }) => void;
  selection: Selection;
  shown: string;
  rowOf: ReadonlyMap<string | null, ResultRow>;
}

/** Every container where it stands in the machine, and filters that leave the others pale. */
export function ContainerGrid(props: ContainerGridProps) {
  const { containers, foundIds, filters, onFilter, selection, shown, rowOf } = props;
  const { brand } = filters;
  const { isMany, setMany } = selection;
  const counts = useMemo(() => countShown(containers), [containers]);
  const brands = useMemo(() => {
    const names = new Set(containers.map((container) => container.brand));
    for (const none of ["", refundableDeposit]) names.delete(none);
    // A filter that is set stays to be seen, even when its last container is gone.
    if (brand) names.add(brand);
    return [...names].sort((a, b) => a.localeCompare(b)).map((name) => ({ value: name, label: name }));
  }, [containers, brand]);
  return (
    <Card title="Containers">
      <div className="containers-filters">
        <Legend counts={counts} value={filters.state} onChange={(to) => onFilter("state", to)} />
        <div className="containers-find">
          <SelectField
            label="Brand"
            quietLabel
            value={brand === "" ? null : brand}
            options={brands}
            clearable
            placeholder="All brands"
            emptyText="No container has a product"
            onChange={(value) => onFilter("brand", value ?? "")}
          />
          <FilterText
            label="Find a container"
            quietLabel
            placeholder="Number or brand"
            value={filters.q}
            onCommit={(text, how) => onFilter("q", text, how)}
          />
          <button
            type="button"
            className="button button-plain select-several"
            aria-pressed={isMany}
            onClick={() => setMany(!isMany)}
          >
            <span className="pi pi-check-square" aria-hidden="true" />
            <span className="button-label">Select several</span>
          </button>
        </div>
      </div>
      <Front containers={containers} found={foundIds} selection={selection} shown={shown} rowOf={rowOf} />
    </Card>
  );
}
