import * as z from "zod";
import { IntakeOrder } from "#shared/intake/intake.schema.ts";
import { createKeptFile, readKeptFile } from "../../kept-file.ts";

/** A can of an order: its key names the call that takes it, however often it is repeated. */
const WantedCan = z.object({
  product: z.string(),
  key: z.string(),
  transactionId: z.string().nullable(),
  isDone: z.boolean(),
});
export type WantedCan = z.infer<typeof WantedCan>;

/** What a customer has begun. */
export const Visit = z.object({
  number: z.number(),
  /** Milliseconds. */
  at: z.number(),
  orderKey: z.string(),
  input: IntakeOrder,
  /** They went to pay, whatever the result: they do not pay twice. */
  wentToPay: z.boolean(),
  cans: z.array(WantedCan),
});
export type Visit = z.infer<typeof Visit>;

const Kept = z.object({ came: z.number(), visits: z.array(Visit) });

/** For this long an order's key means that order: after that it would be another one. */
const keptMs = 20 * 3_600_000;

/**
 * What the customers' app knows of what its customers have begun, so that a trial that is started again goes on with it.
 * In one file, or in memory alone where there is none.
 */
export const openKeptVisits = async (file: string | null) => {
  // If there are none yet, or those of another version, the earlier customers have gone.
  const none = { came: 0, visits: [] };
  const kept = file === null ? none : await readKeptFile(file, Kept, none);
  const visits = new Map(
    kept.visits.filter(({ at }) => at > Date.now() - keptMs).map((visit) => [visit.number, visit]),
  );
  let { came } = kept;
  const write = file === null ? null : createKeptFile(file, () => ({ came, visits: [...visits.values()] }));
  // A full disk ends no visit: they are remembered until the process ends.
  const save = async (): Promise<void> => write?.().catch(() => undefined);

  return {
    /** Those that were begun before this process. */
    begun: [...visits.values()],
    /** Counts on where the process before has ended. */
    nextNumber: (): number => {
      came += 1;
      return came;
    },
    /** Resolves once it is on disk, as it is by then. */
    keep: (visit: Visit): Promise<void> => {
      visits.set(visit.number, visit);
      return save();
    },
    forget: ({ number }: Visit): Promise<void> => {
      visits.delete(number);
      return save();
    },
  };
};
export type KeptVisits = Awaited<ReturnType<typeof openKeptVisits>>;
