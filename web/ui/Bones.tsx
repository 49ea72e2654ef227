interface BoneProps {
  width?: number | string;
  height?: number | string;
}

/** A grey place where something will stand. */
export const Bone = ({ width = "100%", height = 12 }: BoneProps) => (
  <span className="bone" style={{ width, height }} aria-hidden="true" />
);

/** A whole page before its code is here. */
export function PageBones() {
  return (
    <div role="status" aria-label="Loading" className="bones">
      <Bone width={180} height={20} />
      <Bone width={260} height={12} />
      <Bone height={320} />
    </div>
  );
}

/** Cards beside each other before their content is here. */
export const CardBones = () => (
  <div className="columns">
    <Bone height={320} />
    <Bone height={320} />
  </div>
);

/** A record's page before its record is here: its head, then cards beside each other. */
export function RecordBones() {
  return (
    <div role="status" aria-label="Loading" className="record-bones">
      <h1 className="unseen">Loading</h1>
      <div className="page-head-words">
        <Bone width={180} height={28} />
        <Bone width={260} height={17} />
      </div>
      <CardBones />
    </div>
  );
}

/** Lines of a card before its record is here. */
export function LineBones({ lines = 4 }: { lines?: number }) {
  return (
    <div role="status" aria-label="Loading" className="bones bones-lines">
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <Bone key={line} width={`${85 - ((line * 23) % 40)}%`} />
      ))}
    </div>
  );
}
