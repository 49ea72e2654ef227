import { acceptKey } from "#shared/registration/registration.api.ts";
import type { RegisteredUnit } from "#shared/registration/registration.schema.ts";
import { call } from "../../http/call.ts";
import { ActionButton } from "../../ui/ActionButton.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import type { Column } from "../../ui/table/column.ts";

type Keys = Pick<RegisteredUnit, "fingerprint" | "other">;

const anotherUnit = "Another unit uses this serial number";
const noKey = "no key";

/** `A1B2-C3D4`, or that there is no key; with a sign where another unit uses the same serial number. */
function KeyText({ fingerprint, other }: Keys) {
  return (
    <span className="unit-key" title={other ? anotherUnit : undefined}>
      <span className={fingerprint ? "mono" : "muted"}>{fingerprint ?? noKey}</span>
      {other && <span className="pi pi-exclamation-triangle unit-key-sign" role="img" aria-label={anotherUnit} />}
    </span>
  );
}

/** What is compared with the unit's own display; found by typing the fingerprint, 'no key' or 'another'. */
export const keyColumn = <Row,>(keysOf: (row: Row) => Keys): Column<Row> => ({
  id: "key",
  head: "Key",
  width: 122,
  value: (row) => {
    const { fingerprint, other } = keysOf(row);
    return `${fingerprint ?? noKey}${other ? ` ${anotherUnit}` : ""}`;
  },
  cell: (row) => <KeyText {...keysOf(row)} />,
});

/** A serial number; on a phone's card, which has no column for it, with its key. */
export function SerialNumberCell({ serialNumber, ...keys }: Keys & { serialNumber: string }) {
  return (
    <>
      <span className="mono">{serialNumber}</span>
      <span className="unit-key-beside">
        <KeyText {...keys} />
      </span>
    </>
  );
}

/** For the facts of a request or a unit. */
export function KeyFact({ fingerprint }: Pick<Keys, "fingerprint">) {
  if (!fingerprint) {
    return (
      <>
        No key <span className="muted">– its secret is not sent: type it into the unit</span>
      </>
    );
  }
  return (
    <>
      <strong className="mono">{fingerprint}</strong>{" "}
      <span className="muted">– compare it with the unit's display</span>
    </>
  );
}

interface OtherUnitProps {
  of: Keys & { serialNumber: string; rev?: number };
}

/** Warns of another key under the same serial number; an operator who has compared it makes it the unit's. */
export function OtherUnit({ of: { serialNumber, fingerprint, other, rev } }: OtherUnitProps) {
  if (!other) return null;
  const earlier = fingerprint
    ? `The unit with the key ${fingerprint} gets no more secrets.`
    : "Until now its secret is typed in by hand.";
  const question = {
    title: `Accept the key ${other.fingerprint}?`,
    body: `From then on, secrets of ${serialNumber} are sealed to this key; a waiting one is sent at once. ${earlier} Accept it only if ${other.fingerprint} is on the display of the unit in your machine: a stranger could use its serial number.`,
    action: "Accept key",
    danger: true,
  };
  // The event shows the unit's new key.
  const accept = () =>
    call(acceptKey, { body: { serialNumber, fingerprint: other.fingerprint, ...(rev === undefined ? {} : { rev }) } });
  return (
    <section className="card other-unit" aria-label={anotherUnit}>
      <h2>
        <span className="pi pi-exclamation-triangle unit-key-sign" aria-hidden="true" /> {anotherUnit}
      </h2>
      <p>
        It shows the key <strong className="mono">{other.fingerprint}</strong>, last <RelativeTime at={other.at} />
        {other.times > 1 && `, ${other.times.toLocaleString("en-IN")} times`}. Nothing is sent to it.
      </p>
      <p className="muted">
        A control board that was replaced has another key. If nobody replaced it, a stranger knows the provisioning key.
      </p>
      <div className="toolbar">
        <ActionButton question={question} action={accept}>
          Accept key
        </ActionButton>
      </div>
    </section>
  );
}
