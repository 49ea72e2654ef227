import { addMachine, changeMachine, listMachines, readMachine } from "#shared/machines/machine.api.ts";
import { listMachinePages } from "#shared/machines/machine-pages.api.ts";
import { changeMachineWork } from "#shared/machines/machine-work.api.ts";
import { operatorOf } from "../../http/login.ts";
import { route } from "../../http/route.ts";
import { shareAnswers, shareUpTo } from "../../http/shared-answer.ts";
import type { Feature } from "../../records/feature.ts";
import { createMachinePages } from "./machine-pages.ts";
import { createMachinesService } from "./machines.service.ts";

/** Vending machines: their records, and whether they are live. */
export const machinesRoutes: Feature = (app, parts) => {
  const { mongo } = parts;
  const machines = createMachinesService(parts);
  route(
    app,
    listMachines,
    shareUpTo(shareAnswers(listMachines, machines.list), {
      mongo,
      collection: mongo.collections.machines,
      none: { vendingMachines: [] },
    }),
  );
  const readPage = createMachinePages(parts);
  route(app, listMachinePages, ({ query }) => readPage(query));
  route(app, readMachine, ({ params }) => machines.read(params.id));
  route(app, addMachine, async ({ actor, body }) => ({ data: await machines.add(actor, body) }));
  route(app, changeMachineWork, (call) => machines.work(operatorOf(call), call.actor, call.params.id, call.body));
  route(app, changeMachine, ({ actor, params, body }) => machines.change(actor, params.id, body));
};
