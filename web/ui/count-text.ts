/** "1 vending machine", "2,000 vending machines": a count with its thing, in Indian grouping. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-IN")} ${count === 1 ? one : many}`;
