import { createSecrets } from "#shared/runtime/secrets.ts";
import type { Role } from "#shared/users/user.schema.ts";
import { setUpGateway } from "../../../testing/gateway-under-test.ts";
import { setUpOperator } from "../../../testing/operator.ts";

export const requestPath = "/vending-machines/register-request";
export const unitPath = "/vending-machines/registered-vending-machine";

/** A gateway, an operator who registers units there, and the results. */
export const setUpRegistrations = (role?: Role) => {
  const gateway = setUpGateway();
  const operator = setUpOperator(gateway, role);
  return {
    gateway,
    operator,
    secrets: () => createSecrets(gateway.config.JWT_SECRET),
    lastAudit: (id: string) => gateway.stores.audit.findOne({ "record.id": id }, { sort: { at: -1 } }),
    /** The machines that have no unit. */
    available: async (): Promise<string[]> => {
      const { body } = await operator.get("/vending-machines/available-vending-machines-registration");
      return body.vendingMachines.map(({ _id }: { _id: string }) => _id);
    },
  };
};
