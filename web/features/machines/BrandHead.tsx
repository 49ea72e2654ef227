import { ShareBar } from "../../ui/ShareBar.tsx";
import { Chip } from "../../ui/StateChip.tsx";

interface BrandHeadProps {
  brand: string;
  inStock: number;
  /** Its places; null while they are on their way. */
  alloted: number | null;
  /** How many of them are out of order. */
  failed: number;
}

/** A brand's name, what is wrong with its places, and how full they are. */
export function BrandHead({ brand, inStock, alloted, failed }: BrandHeadProps) {
  const shareOf = (part: number) => (alloted ? (part / alloted) * 100 : 0);
  return (
    <>
      <span className="brand-name">
        {brand}
        {inStock === 0 && alloted !== 0 && <Chip tone="danger" icon="pi-times" word="Sold out" />}
        {failed > 0 && <span className="brand-failures">{failed === 1 ? "1 failure" : `${failed} failures`}</span>}
      </span>
      {alloted !== null && <ShareBar share={shareOf(inStock)} failed={shareOf(failed)} />}
    </>
  );
}
