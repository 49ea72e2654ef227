import type { Claim } from "#shared/events/unit-connections.ts";
import type { Secrets } from "#shared/runtime/secrets.ts";
import type { ChangeFeed, GatewayParts } from "../../parts.ts";

type Parts = Pick<GatewayParts, "mongo" | "log"> & { feed: ChangeFeed; secrets: Secrets };

/** Beyond this many units a sign-in waits among the strangers'. */
const maxKnown = 200_000;

/**
 * Which secret every unit has, as this gateway last read. It admits nobody, because it may be a moment old: it decides
 * whose sign-in MongoDB checks before all others, so that no flood of wrong ones delays a right one.
 */
export const createKnownSecrets = ({ mongo, log, feed, secrets }: Parts) => {
  const { units } = mongo.collections;
  const hashes = new Map<string, string>();
  const learn = (serialNumber: string, secretHash: string) => {
    if (hashes.has(serialNumber) || hashes.size < maxKnown) hashes.set(serialNumber, secretHash);
  };

  const load = async () => {
    const all = units
      .find({ authorised: true })
      .project<{ serialNumber: string; secretHash: string }>({ _id: 0, serialNumber: 1, secretHash: 1 })
      .limit(maxKnown);
    for await (const { serialNumber, secretHash } of all) learn(serialNumber, secretHash);
  };
  const reload = () =>
    load().catch((error: unknown) => log.warn({ err: error }, "the secrets of units could not be read in advance"));

  return {
    start: async (): Promise<void> => {
      feed.on("units", ({ after, before }) => {
        const unit = after ?? before;
        if (after?.authorised) learn(after.serialNumber, after.secretHash);
        else if (unit) hashes.delete(unit.serialNumber);
      });
      feed.onGap(reload);
      await reload();
    },
    isRight: ({ serialNumber, username, password }: Pick<Claim, "serialNumber" | "username" | "password">): boolean => {
      const hash = username === serialNumber ? hashes.get(serialNumber) : undefined;
      return hash !== undefined && secrets.matches(password, hash);
    },
  };
};
export type KnownSecrets = ReturnType<typeof createKnownSecrets>;
