import type { Response } from "supertest";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { setUpGateway } from "./gateway-under-test.ts";
import { openSmsInbox } from "./sms-inbox.ts";

/** A gateway that sends codes to an inbox, has no limit of tries, and whose clock stands. */
export const setUpSignIn = () => {
  const inbox = setUp(openSmsInbox);
  const gateway = setUpGateway(() => ({
    smsTo: inbox.url,
    limits: { signInPerMinute: 100_000 },
    standingClock: true,
  }));
  return { inbox, gateway };
};

/** A password whose turn comes too late on a busy machine is answered with 503, not compared, and not counted: it is given again. */
export const untilCompared = (give: () => PromiseLike<Response>): Promise<Response> =>
  eventually(async () => {
    const answer = await give();
    if (answer.status === 503) throw new Error("the password found no turn in time");
    return answer;
  });
