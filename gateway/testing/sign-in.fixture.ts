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
