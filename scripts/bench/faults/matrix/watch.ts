import type { Mongo } from "#shared/runtime/mongo.ts";

const withinMs = 45_000;
const watched = ["containers", "canTransactions", "commands", "sessionRows"];

/** Follows what takes write, so that a moment is met when it comes. It hears nothing more once MongoDB was away. */
export const watchTakes = async (mongo: Mongo) => {
  let changes = 0;
  let changed = (): void => undefined;
  const stream = mongo.db.watch([{ $match: { "ns.coll": { $in: watched } } }]);
  // Opens it: what is written from now on is heard.
  await stream.tryNext();
  const tell = (): void => {
    changes += 1;
    changed();
  };
  const following = (async () => {
    while (await stream.next()) tell();
  })().catch(() => undefined);

  return {
    /** A unit did something that is not stored: look again. */
    tell,
    /** Resolves as soon as it is so; throws `what` where it is not within 45 s. */
    until: async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
      const end = Date.now() + withinMs;
      for (;;) {
        const seen = changes;
        if (await isSo()) return;
        if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
        await new Promise<void>((resolve) => {
          const late = setTimeout(resolve, end - Date.now());
          changed = () => {
            clearTimeout(late);
            resolve();
          };
          if (changes !== seen) changed();
        });
      }
    },
    stop: async (): Promise<void> => {
      await stream.close().catch(() => undefined);
      await following;
    },
  };
};
export type TakesWatch = Awaited<ReturnType<typeof watchTakes>>;
