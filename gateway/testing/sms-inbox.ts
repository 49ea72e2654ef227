import * as z from "zod";
import { eventually } from "#shared/testing/eventually.ts";
import { openFarEnd } from "../../scripts/testing/far-end.ts";

const Delivery = z.strictObject({ phone: z.string(), otp: z.string() });
const Notice = z.strictObject({ phone: z.string(), notice: z.string(), text: z.string() });

/** The far end of OTP_WEBHOOK_URL: takes codes as an SMS service does, or answers as configured. */
export const openSmsInbox = async () => {
  const received: z.infer<typeof Delivery>[] = [];
  const notices: z.infer<typeof Notice>[] = [];
  let answers: (number | "never")[] = [];
  const { url, stop } = await openFarEnd(({ body }, response) => {
    const message = z.union([Delivery, Notice]).parse(JSON.parse(body));
    if ("otp" in message) received.push(message);
    else notices.push(message);
    const answer = answers.shift() ?? 200;
    if (answer !== "never") response.writeHead(answer).end();
  });
  return {
    url: `${url}/sms`,
    received,
    /** What went to this phone beside codes. */
    noticesFor: (phone: string): string[] => notices.filter((sent) => sent.phone === phone).map(({ notice }) => notice),
    /** The next answers; after them every code is taken. */
    answerWith: (...next: (number | "never")[]) => {
      answers = next;
    },
    /**
     * Requests a code and waits until it is here: a stranger's answer does not wait. A phone that may not sign in gets
     * none.
     */
    arrivedAfter: async <T extends { status: number }>(phone: string, send: () => PromiseLike<T>): Promise<T> => {
      const codes = () => received.filter((sent) => sent.phone === phone).length;
      const before = codes();
      const answer = await send();
      if (answer.status === 200)
        await eventually(() => {
          if (codes() === before) throw new Error("no code has come yet");
        });
      return answer;
    },
    codeFor: (phone: string): string => {
      const last = received.filter((delivery) => delivery.phone === phone).at(-1);
      if (!last) throw new Error("no code was sent to this phone");
      return last.otp;
    },
    stop,
  };
};
export type SmsInbox = Awaited<ReturnType<typeof openSmsInbox>>;

/** A code that is not this one, for as many different `n` as a test needs. */
export const wrongCode = (right: string, n = 1): string => String((Number(right) + n) % 10_000).padStart(4, "0");
