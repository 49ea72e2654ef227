import type { Admin } from "mongodb";

/** For this long a gateway that was away can read how a record was before it left or was deleted. */
const keptSeconds = 600;

const command = `db.adminCommand({setClusterParameter: {changeStreamOptions: {preAndPostImages: {expireAfterSeconds: ${keptSeconds}}}}})`;

/**
 * Lets pre-images go after ten minutes; MongoDB itself keeps them for as long as its oplog. It is a setting of the
 * whole cluster, so one that somebody chose stays; and one for admins, so a refusal is printed and ends nothing.
 */
export const expirePreImages = async (admin: Admin, say: (line: string) => void): Promise<void> => {
  try {
    const { clusterParameters } = await admin.command({ getClusterParameter: "changeStreamOptions" });
    const set: unknown = clusterParameters?.[0]?.preAndPostImages?.expireAfterSeconds;
    if (Number(set) === keptSeconds) return;
    if (set !== undefined && set !== "off") {
      say(
        `Database: pre-images are kept for ${set} s, as this cluster is configured; Cansole would keep them for ${keptSeconds} s.`,
      );
      return;
    }
    await admin.command({
      setClusterParameter: { changeStreamOptions: { preAndPostImages: { expireAfterSeconds: keptSeconds } } },
    });
    say("Database: pre-images are deleted after 10 minutes (a setting of the whole cluster).");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(
      `Database: pre-images are kept as long as the oplog, because this user may not change that (${reason}). ` +
        `An admin can, once: ${command}`,
    );
  }
};
