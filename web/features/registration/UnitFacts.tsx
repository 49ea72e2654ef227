import { Link } from "react-router-dom";
import type { RegisteredUnit } from "#shared/registration/registration.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { Card, Facts } from "../../ui/Card.tsx";
import { Id } from "../../ui/Id.tsx";
import { dayTime } from "../../ui/times.ts";
import { KeyFact } from "./UnitKey.tsx";

/** What of a registered unit nobody edits. */
export function UnitFacts({ unit }: { unit: RegisteredUnit }) {
  const { serialNumber, fingerprint, version, time, vendingMachine, vendingMachineId } = unit;
  return (
    <Card title="Control unit">
      <Facts
        of={[
          ["Serial Number", <Id key="serial" value={serialNumber} label="serial number" whole />],
          ["Key", <KeyFact key="key" fingerprint={fingerprint} />],
          ["Version", version],
          ["Registered", dayTime(Date.parse(time))],
          [
            "Vending Machine Id",
            vendingMachine ? (
              <Link key="machine" className="mono" to={pathTo("machine", { id: vendingMachine })}>
                {vendingMachineId}
              </Link>
            ) : null,
          ],
        ]}
      />
    </Card>
  );
}
