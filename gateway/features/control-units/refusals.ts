import { DomainError } from "#shared/http/domain-error.ts";

/** The open-container call is read by its `message` (specification: Answers): a refusal has its text there as well. */
export const withMessage = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError(error.code, error.message, { ...error.data, message: error.message });
  }
};
