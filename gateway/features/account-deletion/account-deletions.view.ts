import type { AccountDeletionDocument } from "#shared/account-deletion/account-deletion.document.server.ts";
import type { AccountDeletionRecord } from "#shared/account-deletion/account-deletion.schema.ts";

export const accountDeletionView = (request: AccountDeletionDocument): AccountDeletionRecord => ({
  _id: request._id.toHexString(),
  userId: request.user.toHexString(),
  requestTime: request.requestTime.toISOString(),
  requestProcessed: request.processedAt !== null,
  processedAt: request.processedAt?.toISOString() ?? null,
  rev: request.rev,
});
