/** Marks a container that does not work, beside its number. */
export const OutOfOrder = () => (
  <span className="out-of-order" title="Out of order">
    <span className="pi pi-ban" aria-hidden="true" />
    <span className="unseen">, out of order</span>
  </span>
);
