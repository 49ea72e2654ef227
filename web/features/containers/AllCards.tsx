import type { Container } from "#shared/containers/container.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { Empty } from "../../ui/States.tsx";
import { CardList } from "./CardList.tsx";
import type { OfMachine } from "./ContainerCard.tsx";

interface AllCardsProps extends OfMachine {
  /** Those that the filter finds. */
  found: readonly Container[];
  text: string;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onClear: () => void;
}

/** Every container's card, folded away: they are drawn when unfolded. */
export function AllCards(props: AllCardsProps) {
  const { found, text, isOpen, onOpen, onClear, ...of } = props;
  return (
    <section className="all-cards" aria-label="Container cards">
      <Button
        kind="quiet"
        icon={isOpen ? "pi-chevron-down" : "pi-chevron-right"}
        expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
      >
        Container cards <span className="count">{found.length}</span>
      </Button>
      {isOpen &&
        (found.length > 0 ? (
          <CardList containers={found} {...of} />
        ) : (
          <Empty
            title={text ? `No container here matches “${text}”` : "No container is in this state"}
            action={<Button onClick={onClear}>Clear filter</Button>}
          />
        ))}
    </section>
  );
}
