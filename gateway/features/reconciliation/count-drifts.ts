import type { ChangeFeed, GatewayParts } from "../../parts.ts";

/** Every gateway's /metrics say what the last reconciliation found, whichever worker made it. */
export const countDrifts = async (
  { mongo, metrics }: Pick<GatewayParts, "mongo" | "metrics">,
  feed: ChangeFeed,
): Promise<void> => {
  const load = async () => {
    const [last] = await mongo.collections.reconciliations
      .find({ state: "done" }, { projection: { drifts: 1 } })
      .sort({ askedAt: -1 })
      .limit(1)
      .toArray();
    metrics.accountDrifts.set(last?.drifts ?? 0);
  };
  feed.on("reconciliations", ({ after }) => {
    if (after?.state === "done") metrics.accountDrifts.set(after.drifts);
  });
  feed.onGap(load);
  await load();
};
