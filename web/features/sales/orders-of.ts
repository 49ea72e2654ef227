/** The query of the orders that sales are made of: those that were paid. */
export const ordersOf = (filters: Record<string, string>): string =>
  new URLSearchParams({ ...filters, status: "payment successful" }).toString();
