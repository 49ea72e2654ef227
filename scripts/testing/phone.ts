import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eventually } from "#shared/testing/eventually.ts";

/** The far end of OTP_WEBHOOK_URL: keeps the codes as an operator's phone would. */
export const openPhone = async () => {
  const codes: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const { otp } = JSON.parse(body) as { otp?: string };
      if (otp !== undefined) codes.push(otp);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
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
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};
