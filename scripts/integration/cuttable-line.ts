import { openTcpLine } from "../testing/tcp-line.ts";

/** A line between browsers and the gateway that a test cuts: every connection over it ends without a goodbye. */
export const openCuttableLine = async (toUrl: string) => {
  const { host, cut, stop } = await openTcpLine(toUrl, (near, far) => near.pipe(far).pipe(near));
  return { url: `http://${host}`, cut, stop };
};
export type CuttableLine = Awaited<ReturnType<typeof openCuttableLine>>;
