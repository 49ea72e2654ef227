import { startGatewayUnderTest } from "./gateway-under-test.ts";
import { openSmsInbox } from "./sms-inbox.ts";

/** A gateway that sends codes to an inbox, lets everybody try as often as he likes, and whose clock stands. */
export const openSignInBench = async () => {
  const inbox = await openSmsInbox();
  const gateway = await startGatewayUnderTest({
    smsTo: inbox.url,
    limits: { signInPerMinute: 100_000 },
    standingClock: true,
  });
  return {
    inbox,
    gateway,
    stop: async (): Promise<void> => {
      await gateway.stop();
      await inbox.close();
    },
  };
};
export type SignInBench = Awaited<ReturnType<typeof openSignInBench>>;
