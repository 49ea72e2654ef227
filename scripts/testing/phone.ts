import { eventually } from "#shared/testing/eventually.ts";
import { openFarEnd } from "./far-end.ts";

/** The far end of OTP_WEBHOOK_URL: keeps the codes as an operator's phone would. */
export const openPhone = async () => {
  const codes: string[] = [];
  const { url, stop } = await openFarEnd(({ body }, reply) => {
    const { otp } = JSON.parse(body) as { otp?: string };
    if (otp !== undefined) codes.push(otp);
    reply.end();
  });
  return {
    url: `${url}/`,
    /** What came so far is no matter of the next test. */
    forget: (): void => {
      codes.length = 0;
    },
    /** Waits for the code after the `seen` ones. */
    code: (seen = 0): Promise<string> =>
      eventually(() => {
        const code = codes[seen];
        if (code === undefined) throw new Error("no code has come yet");
        return code;
      }),
    close: stop,
  };
};
