import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { createLogger } from "./logger.ts";

test("phones, codes, tokens and secrets never reach the log", () => {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const log = createLogger("test", "info", sink as never);

  log.info(
    { phone: "9876543210", body: { OTP: "1234", token: "abc.def" }, a: { b: { secret: "s3cret" } } },
    "signing in",
  );

  expect(lines.join("")).toContain("signing in");
  expect(lines.join("")).not.toMatch(/9876543210|1234|abc\.def|s3cret/);
});
