import * as api from "#shared/approvals/approval.api.ts";
import type { AnyEndpoint } from "#shared/http/endpoint.ts";
import { operatorOf } from "../../http/login.ts";
import { type CallContext, route } from "../../http/route.ts";
import type { Feature, FeatureParts } from "../../records/feature.ts";
import { createApprovals } from "./approvals.service.ts";
import type { ApprovedCalls } from "./approved-calls.ts";

const callOf = (call: Pick<CallContext<AnyEndpoint>, "actor" | "idempotency" | "signedIn">) => ({
  actor: call.actor,
  idempotency: call.idempotency,
  signedIn: operatorOf(call),
});

/** What needs a second person: requested by one operator, decided by another. */
export const approvalsFeature =
  (callsOf: (parts: FeatureParts) => ApprovedCalls): Feature =>
  (app, parts) => {
    const approvals = createApprovals({ ...parts, calls: callsOf(parts) });
    route(app, api.listApprovals, () => approvals.list());
    route(app, api.requestApproval, (call) => approvals.request(callOf(call), call.body));
    route(app, api.approve, (call) => approvals.approve(callOf(call), call.params.id));
    route(app, api.decline, (call) => approvals.decline(callOf(call), call.params.id, call.body.reason));
  };
