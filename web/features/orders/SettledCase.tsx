import { Link } from "react-router-dom";
import { readOrder } from "#shared/orders/order.api.ts";
import type { Order } from "#shared/orders/order.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { GoneCase } from "../../recipes/queue/GoneCase.tsx";
import { dayTime } from "../../ui/times.ts";
import { sourceOf } from "./order-words.ts";

const isOrder = (id: string) => /^[0-9a-f]{24}$/.test(id);

/** What became of it: who settled it and when, where somebody did. */
function Became({ order }: { order: Order }) {
  const step = order.steps.findLast(({ what }) => what === "settled");
  const link = <Link to={pathTo("order", { id: order._id })}>{order.orderId}</Link>;
  if (order.flags.length > 0) return <>Order {link} still needs a check, but is not in this list.</>;
  if (!step) return <>Order {link} needs no check any more.</>;
  return (
    <>
      This case was settled by {sourceOf(step)} at {dayTime(Date.parse(step.at))}
      {step.reason && `: ${step.reason}`}. {link}
    </>
  );
}

/** A case about payments that a link names and that waits no more. */
export const SettledCase = ({ id }: { id: string }) => (
  <GoneCase key={id} read={readOrder} input={isOrder(id) ? { params: { id } } : null}>
    {(reply) => (reply ? <Became order={reply.order} /> : "This case is closed: somebody has settled it.")}
  </GoneCase>
);
