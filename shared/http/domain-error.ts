/** What went wrong, by HTTP's own classes; `gateway/http/errors.ts` alone turns it into a status. */
export const statusOf = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  "too-large": 413,
  unsupported: 415,
  "too-many": 429,
  unavailable: 503,
} as const;
type RefusalKind = keyof typeof statusOf;

/** Codes for programs that must tell one refusal of a kind from another. Any other refusal says its kind. */
const kindOf = {
  "product-not-sold": "invalid",
  "quantity-not-sold": "invalid",
  "coupon-too-large": "invalid",
  "amount-too-small": "invalid",
  "amount-too-large": "invalid",
  "api-key-missing": "unauthenticated",
  "api-key-unknown": "unauthenticated",
  "api-key-ended": "unauthenticated",
  "api-key-expired": "unauthenticated",
  "api-key-permission": "forbidden",
  "needs-proof": "forbidden",
  "machine-unknown": "missing",
  "customer-unknown": "missing",
  "order-unknown": "missing",
  "transaction-unknown": "missing",
  "idempotency-key-used": "conflict",
  stale: "conflict",
  "exists-already": "conflict",
  "needs-second-person": "conflict",
  "sold-out": "conflict",
  "machine-closed": "conflict",
  "customer-suspended": "conflict",
  "account-deleted": "conflict",
  "no-cans": "conflict",
  "daily-limit": "conflict",
  "no-deposit-slot": "conflict",
  "security-deposit-due": "conflict",
  "not-taken": "conflict",
  "already-returned": "conflict",
  "payment-refused": "conflict",
  "payment-unavailable": "unavailable",
  unconfirmed: "unavailable",
} as const satisfies Record<string, RefusalKind>;

/** Said where no call was found, none could be read, or something failed. */
const outsideStatus = {
  "not-found": 404,
  "request-timeout": 408,
  "headers-too-large": 431,
  internal: 500,
} as const;

/** The `code` of a refusal: once published, neither renamed nor used for anything else (docs/refusals.md). */
export type RefusalCode = RefusalKind | keyof typeof kindOf | keyof typeof outsideStatus;
export type DomainErrorCode = Exclude<RefusalCode, keyof typeof outsideStatus>;

const kindOfCode = (code: DomainErrorCode): RefusalKind =>
  code in kindOf ? kindOf[code as keyof typeof kindOf] : (code as RefusalKind);

/** Every code with the status that it is answered with. */
export const refusalStatus: Record<RefusalCode, number> = {
  ...statusOf,
  ...(Object.fromEntries(Object.entries(kindOf).map(([code, kind]) => [code, statusOf[kind]])) as Record<
    keyof typeof kindOf,
    number
  >),
  ...outsideStatus,
};

/** Why something is refused: a code for programs, a sentence for people. */
export interface Refused {
  code: DomainErrorCode;
  why: string;
}

/**
 * The one error class. `message` is shown to the operator as it stands.
 * `data` lets a refused change still carry the record as it is now (a stale edit, a failed verification).
 */
export class DomainError extends Error {
  readonly code: DomainErrorCode;
  readonly kind: RefusalKind;
  readonly data: Record<string, unknown>;

  constructor(code: DomainErrorCode, message: string, data: Record<string, unknown> = {}) {
    super(message);
    this.name = "DomainError";
    this.code = code;
    this.kind = kindOfCode(code);
    this.data = data;
  }
}

export const refusal = ({ code, why }: Refused): DomainError => new DomainError(code, why);
