import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { Machine, MachineChange, NewMachine } from "./machine.schema.ts";

export const listMachines = endpoint({
  method: "GET",
  path: "/vending-machines",
  tag: "machines",
  summary: "All vending machines",
  access: "operator",
  reply: z.object({ vendingMachines: z.array(Machine), asOf: ClusterTime }),
  failure: "Failed to get vending machines list",
});

export const readMachine = endpoint({
  method: "GET",
  path: "/vending-machines/:id",
  tag: "machines",
  summary: "One vending machine",
  access: "operator",
  params: z.object({ id: Id }),
  reply: z.object({ vendingMachine: Machine, asOf: ClusterTime }),
  failure: "Error: Failed to get vending machine details",
});

export const addMachine = endpoint({
  method: "POST",
  path: "/vending-machines",
  tag: "machines",
  summary: "Add a vending machine",
  access: "operator",
  body: NewMachine,
  reply: z.object({ data: Machine }),
  notice: "Vending Machine Registered",
  failure: "Error: Failed to register a vending machine",
});

export const changeMachine = endpoint({
  method: "PUT",
  path: "/vending-machines/:id",
  tag: "machines",
  summary: "Change a machine's details or its product profile",
  access: "operator",
  params: z.object({ id: Id }),
  body: MachineChange,
  reply: z.object({ vendingMachine: Machine }),
  notice: "Vending Machine Updated",
  failure: "Error: Failed to update vending machine",
});
