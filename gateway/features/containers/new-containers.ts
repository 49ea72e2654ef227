import { ObjectId } from "mongodb";
import { maxContainers } from "#shared/containers/container.schema.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { ContainerDocument } from "#shared/machines/machine.document.server.ts";
import { noReservation } from "./container-guards.ts";

type Numbers = Pick<ContainerDocument, "channel" | "label">;

/** The label of a new container is its channel. Where another one carries that, it becomes 7.1, 7.2 and so on. */
const freeLabel = (channel: number, taken: Set<string>): string => {
  let label = String(channel);
  for (let n = 1; taken.has(label); n += 1) label = `${channel}.${n}`;
  return label;
};

/** On the machine's lowest free channels. Throws `invalid` when its last channel would be passed. */
export const newContainers = (machine: ObjectId, present: Numbers[], count: number): ContainerDocument[] => {
  const left = maxContainers - present.length;
  if (count > left) {
    throw new DomainError(
      "invalid",
      `A vending machine has at most ${maxContainers} containers; ${left} more can be added here`,
    );
  }
  const channels = new Set(present.map(({ channel }) => channel));
  const labels = new Set(present.map(({ label }) => label));
  const free = Array.from({ length: maxContainers }, (_, index) => index + 1).filter((one) => !channels.has(one));
  return free.slice(0, count).map((channel) => {
    const label = freeLabel(channel, labels);
    labels.add(label);
    return {
      _id: new ObjectId(),
      machine,
      channel,
      label,
      isWorking: true,
      ...noReservation,
      isEmpty: true,
      product: null,
      stockedOn: null,
      stockedBy: null,
      rev: 0,
    };
  });
};
