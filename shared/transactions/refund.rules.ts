/** What decides whether one person may give a customer another refund today. */
export interface RefundFacts {
  /** This many of one customer and day need no second person; null: one person always suffices. */
  alone: number | null;
  /** Given to this customer today, by anybody. */
  today: number;
  /** The caller is the customer, and another operator could give it. */
  own: boolean;
}

export const needsSecondPerson = ({ alone, today, own }: RefundFacts): boolean =>
  own || (alone !== null && today >= alone);

const times = (count: number) => (count === 1 ? "1 refund" : `${count} refunds`);

/** The rule, as it concerns this customer now; null where none is set. */
export const refundRuleText = ({ alone, today, own }: RefundFacts): string | null => {
  if (own) return "This can is your own: ask another operator to refund it";
  if (alone === null) return null;
  const had = today === 0 ? "no refund today" : `${times(today)} today`;
  if (today >= alone) return `This customer has had ${had}: another one needs a second person`;
  return `This customer has had ${had}: one person may give ${times(alone)} a day`;
};
