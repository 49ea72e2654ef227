/** "2,000": in Indian grouping. */
export const groupedText = (count: number): string => count.toLocaleString("en-IN");

/** "1 vending machine", "2,000 vending machines": a count with its thing, in Indian grouping. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${groupedText(count)} ${count === 1 ? one : many}`;
