import { pathTo } from "../app/paths.ts";
import { ButtonLink } from "../ui/Button.tsx";
import { Card, Facts } from "../ui/Card.tsx";
import type { WithCustomer, WithMachine } from "./customer-and-machine.ts";

/** The customer, with the link to their page. */
export function UserCard({ user: { _id, name, phone, email } }: WithCustomer) {
  return (
    <Card
      title="User"
      action={
        <ButtonLink to={pathTo("user", { id: _id })} small>
          View
        </ButtonLink>
      }
    >
      <Facts
        of={[
          ["Name", name],
          [
            "Phone",
            <span key="phone" className="figures">
              {phone}
            </span>,
          ],
          ["Email", email],
        ]}
      />
    </Card>
  );
}

/** The machine that it happened at, with a link to its page. */
export function MachineCard({ vendingMachine: machine }: WithMachine) {
  return (
    <Card
      title="Vending machine"
      action={
        <ButtonLink to={pathTo("machine", { id: machine._id })} small>
          View
        </ButtonLink>
      }
    >
      <Facts
        of={[
          ["Name", machine.name],
          [
            "Machine id",
            <span key="id" className="mono">
              {machine.vendingMachineId}
            </span>,
          ],
          ["Profile", machine.profileName],
          ["Region", machine.region],
        ]}
      />
    </Card>
  );
}
