import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { noteServerTime } from "../state/server-clock.ts";
import { showPage } from "../testing/screen.tsx";
import { WorkCard } from "./WorkCard.tsx";

test("work lasts as long as was chosen, on a computer whose clock is 5.5 hours ahead", async () => {
  const serverNow = Date.now() - 5.5 * 3_600_000;
  noteServerTime(`${serverNow}`, Date.now());
  const send = vi.fn(async (_request: { until: string | null; reason: string }) => true);
  const { user } = showPage(<WorkCard present={null} send={send} />);
  await user.type(screen.getByLabelText("Reason"), "Repair");

  await user.click(screen.getByRole("button", { name: "Begin work" }));

  await waitFor(() => expect(send).toHaveBeenCalledOnce());
  const until = Date.parse(send.mock.calls[0]?.[0].until ?? "");
  expect((until - serverNow) / 3_600_000).toBeCloseTo(4, 1);
});
