const form = { style: "currency", currency: "INR", minimumFractionDigits: 2 } as const;
let rupees: Intl.NumberFormat | undefined;

/** "₹1,23,456.50": Indian grouping, always two decimals. */
export const rupeesText = (amount: number): string => {
  rupees ??= new Intl.NumberFormat("en-IN", form);
  return rupees.format(amount);
};

export const rupeesOrNone = (amount: number | null): string => (amount === null ? "none" : rupeesText(amount));

/** An amount in rupees. */
export const Money = ({ amount }: { amount: number }) => <span className="money">{rupeesText(amount)}</span>;
