import { addMachine, changeMachine, listMachines, readMachine } from "#shared/machines/machine.api.ts";
import { changeMachineWork } from "#shared/machines/machine-work.api.ts";
import { operatorOf } from "../../http/login.ts";
import { route } from "../../http/route.ts";
import { shareAnswers } from "../../http/shared-answer.ts";
import type { Feature } from "../../records/feature.ts";
import { createMachinesService } from "./machines.service.ts";

/** Vending machines: their records, and whether they are live. */
export const machinesRoutes: Feature = (app, parts) => {
  const machines = createMachinesService(parts);
  route(app, listMachines, shareAnswers(listMachines, machines.list));
  route(app, readMachine, ({ params }) => machines.read(params.id));
  route(app, addMachine, async ({ actor, body }) => ({ data: await machines.add(actor, body) }));
  route(app, changeMachineWork, (call) => machines.work(operatorOf(call), call.actor, call.params.id, call.body));
  route(app, changeMachine, ({ actor, params, body }) => machines.change(actor, params.id, body));
};
