import * as z from "zod";

/** What Cansole reads of a payment. Amounts in paise. Other fields are dropped: the provider may add some. */
export const ProviderPayment = z.object({
  id: z.string().regex(/^pay_\w{1,40}$/),
  /** A status that is not in this list is nonsense: nothing is concluded from it. */
  status: z.enum(["created", "authorized", "captured", "refunded", "failed"]),
  amount: z.int().nonnegative(),
  currency: z.string(),
  /** The provider's order; payments that belong to none have null. */
  order_id: z.string().nullish(),
  amount_refunded: z.int().nonnegative().nullish(),
  /** The provider's own, once it was captured; a part of `amount`. */
  fee: z.int().nonnegative().nullish(),
  error_description: z.string().nullish(),
  /** In seconds since 1970. */
  created_at: z.int(),
});
export type ProviderPayment = z.infer<typeof ProviderPayment>;

export const ProviderOrder = z.object({
  id: z.string().regex(/^order_\w{1,40}$/),
  amount: z.int().nonnegative(),
  currency: z.string(),
  receipt: z.string().nullish(),
});
export type ProviderOrder = z.infer<typeof ProviderOrder>;

/** A customer or a bank wants a captured payment back. */
export const ProviderDispute = z.object({
  id: z.string().regex(/^disp_\w{1,40}$/),
  payment_id: z.string(),
  amount: z.int().nonnegative(),
  currency: z.string(),
  /** In its own words: `open`, `under_review`, `won`, `lost`, `closed`, and whatever may come. */
  status: z.string().max(40),
});
export type ProviderDispute = z.infer<typeof ProviderDispute>;

/**
 * - `missing`: it knows no such payment or order;
 * - `refused`: it says no, for the reason in the message;
 * - `credentials`: it does not accept our key;
 * - `later`: it must be retried later;
 * - `unreachable`: no answer in time, or one of its 5xx: the request may have succeeded all the same;
 * - `nonsense`: an answer that cannot belong to the request.
 */
export type ProviderErrorKind = "missing" | "refused" | "credentials" | "later" | "unreachable" | "nonsense";

/** Its message is a sentence for people, without anything secret. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind;

  constructor(kind: ProviderErrorKind, message: string) {
    super(message);
    this.name = "ProviderError";
    this.kind = kind;
  }
}

/** Takes the customers' money. Every call ends within its time limit, and throws nothing but ProviderError. */
export interface PaymentProvider {
  /** The public half of the key: the customers' app opens the provider's checkout with it. */
  readonly keyId: string;
  /** `receipt` is the order's id, `paise` what is to be paid, in Indian rupees. Repeated, it makes another order, or finds it. */
  createOrder(input: { receipt: string; paise: number }): Promise<ProviderOrder>;
  payment(id: string): Promise<ProviderPayment>;
  /** Every attempt to pay that order, failed ones beside the captured one. */
  ofOrder(providerOrderId: string): Promise<ProviderPayment[]>;
  /** Takes the whole amount of an authorized payment; any other is `refused`. */
  capture(id: string, paise: number): Promise<ProviderPayment>;
  dispute(id: string): Promise<ProviderDispute>;
}
