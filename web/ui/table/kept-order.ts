/**
 * Sorts, and keeps the order that it found for as long as the values stay what they were, row by row: ten thousand names
 * take longer to compare than a frame lasts, and while machines only say that they live, none of them moves.
 */
export const createKeptOrder = <Value>() => {
  let known: { values: readonly Value[]; about: unknown; order: readonly number[] } = {
    values: [],
    about: undefined,
    order: [],
  };
  const isKnown = (values: readonly Value[], about: unknown) =>
    known.about === about &&
    known.values.length === values.length &&
    known.values.every((value, at) => Object.is(value, values[at]));
  /** Equal ones stay as they came. `about` is what `compare` depends on. */
  return <Row>(
    rows: readonly Row[],
    valueIn: (row: Row) => Value,
    compare: (a: Value, b: Value) => number,
    about: unknown,
  ): Row[] => {
    const values = rows.map(valueIn);
    const order = isKnown(values, about)
      ? known.order
      : values.map((_, at) => at).sort((a, b) => compare(values[a] as Value, values[b] as Value));
    known = { values, about, order };
    return order.map((at) => rows[at] as Row);
  };
};
