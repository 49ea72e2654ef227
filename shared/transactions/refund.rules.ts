/** What decides whether one person may give a customer another refund today. */
export interface RefundFacts {
  /** So many of one customer and day need no second person; null: one person always suffices. */
  alone: number | null;
  /** Given to this customer today, by anybody. */
  today: number;
  /** The customer is who asks, and another operator could give it. */
  own: boolean;
}

export const needsSecondPerson = ({ alone, today, own }: RefundFacts): boolean =>
  own || (alone !== null && today >= alone);

const times = (count: number) => (count === 1 ? "1 refund" : `${count} refunds`);

/** The rule, as it concerns this customer now; null where none is set. */
export const refundRuleText = ({ alone, today, own }: RefundFacts): string | null => {
  if (own) return "This can is your own: another operator refunds it, or agrees when you ask";
  if (alone === null) return null;
  const had = today === 0 ? "no refund today" : `${times(today)} today`;
  if (today >= alone) return `This customer has had ${had}: another one needs a second person`;
  return `This customer has had ${had}: one person may give ${times(alone)} a day`;
};

export const alreadyAskedText = "Somebody asked for this refund already: another operator approves or declines it";
export const nobodyAskedText = "Nobody asks for this refund any more";
export const ownRequestText = "A refund is approved or declined by another operator than the one who asked for it";
export const ownCanText = "A refund of your own can is approved or declined by another operator";
export const oneSufficesText = "This refund needs no second person: use Refund Can";

/** Why `operator` may not approve or decline it, be he who asked or whose can it is; null when he may. */
export const whyNotDecide = (
  request: { by: { _id: string } } | null,
  operator: string,
  customer: string,
): string | null => {
  if (!request) return nobodyAskedText;
  if (request.by._id === operator) return ownRequestText;
  return customer === operator ? ownCanText : null;
};
