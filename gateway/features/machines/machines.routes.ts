import type { FastifyInstance } from "fastify";
import { addMachine, changeMachine, listMachines, readMachine } from "#shared/machines/machine.api.ts";
import { route } from "../../http/route.ts";
import type { MachinesService } from "./machines.service.ts";

export const machinesRoutes = (app: FastifyInstance, machines: MachinesService): void => {
  route(app, listMachines, () => machines.list());
  route(app, readMachine, ({ params }) => machines.read(params.id));
  route(app, addMachine, async ({ actor, body }) => ({ data: await machines.add(actor, body) }));
  route(app, changeMachine, async ({ actor, params, body }) => ({
    vendingMachine: await machines.change(actor, params.id, body),
  }));
};
