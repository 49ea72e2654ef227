/** What went wrong, in the words of the house; `gateway/http/errors.ts` alone turns it into a status. */
export type DomainErrorCode =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "missing"
  | "conflict"
  | "too-large"
  | "unsupported"
  | "too-many"
  | "unavailable";

export const statusOf: Record<DomainErrorCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  "too-large": 413,
  unsupported: 415,
  "too-many": 429,
  unavailable: 503,
};

/**
 * The one error class. `message` is shown to the operator as it stands.
 * `data` lets a refused change still carry the record as it is now (a stale edit, a failed verification).
 */
export class DomainError extends Error {
  readonly code: DomainErrorCode;
  readonly data: Record<string, unknown>;

  constructor(code: DomainErrorCode, message: string, data: Record<string, unknown> = {}) {
    super(message);
    this.name = "DomainError";
    this.code = code;
    this.data = data;
  }
}
