import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { setUpEach } from "#shared/testing/set-up.ts";
import { pretendPhone } from "../../testing/dom.ts";
import {
  aTestContainer,
  aTestRow,
  aTestSession,
  chosen,
  openFixture,
  otherSessionId,
  testSessionId,
} from "./testing/panels.fixture.tsx";

const fixture = setUpEach(openFixture);

const doors = () => within(screen.getByRole("list", { name: "Containers" }));
const marks = () =>
  [...document.querySelectorAll(".mark")].map((mark) => (mark.querySelector(".mark-word")?.textContent ?? "").trim());
const times = () => [...document.querySelectorAll(".mark-time")].map((time) => time.textContent);
const table = () => within(screen.getByRole("table", { name: "Session results" }));
const cells = () =>
  table()
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    );
const shown = (...rows: ReturnType<typeof aTestRow>[]) => {
  fixture.script.sessions[testSessionId] = { session: aTestSession(), rows };
};
const link = `${chosen}&session=${testSessionId}`;

test("acknowledged, opened and closed are three facts with three times, each shown the moment it is known", async () => {
  shown(aTestRow("3"));
  fixture.open(link);
  await waitFor(() => expect(times()).toEqual(["waiting", "not yet", "not yet"]));
  expect(fixture.joined.mock.calls.map(([, rooms]) => rooms)).toContainEqual([`session/${testSessionId}`]);

  fixture.publishRow(aTestRow("3", { acknowledged: 300 }, { state: "acknowledged" }));
  await waitFor(() => expect(times()[0]).toMatch(/^\d\d:\d\d:\d\d · 0\.3 s$/));
  expect(times().slice(1)).toEqual(["waiting", "not yet"]);

  fixture.publishRow(aTestRow("3", { acknowledged: 300, opened: 1_400 }, { state: "opened" }));
  await doors().findByText("Open");
  expect(cells()).toMatchObject([
    [expect.stringContaining("eeeeee"), "3", "VM-1", "True", "False", "Open Container", expect.any(String)],
  ]);

  const ended = { state: "closed", endedAfter: 13_000 } as const;
  fixture.publishRow(aTestRow("3", { acknowledged: 300, opened: 1_400, closed: 13_000 }, ended));
  fixture.publishSession(aTestSession({ status: "completed" }));
  await screen.findByText("Completed");
  expect(times()[2]).toMatch(/ · 13 s$/);
  expect(cells()[0]?.slice(3, 5)).toEqual(["True", "True"]);
});

test("a container that is out of order is marked in the rows and in the table, and no other one", async () => {
  fixture.script.containers = [aTestContainer("2", false), aTestContainer("3", true)];
  shown(aTestRow("2"), aTestRow("3"));
  fixture.open(link);

  await waitFor(() => expect(cells().map((row) => row[1])).toEqual(["2, out of order", "3"]));
  const listed = [...document.querySelectorAll(".door-number")].map((number) => number.textContent);
  expect(listed).toEqual(["Container 2, out of order", "Container 3"]);
});

test("the columns are the specification's, in its order", async () => {
  shown(aTestRow("3"));
  fixture.open(link);
  await screen.findByRole("table", { name: "Session results" });

  expect(
    table()
      .getAllByRole("columnheader")
      .map((head) => head.textContent),
  ).toEqual([
    ...["Transaction Id", "Container Id", "Vending Machine Id", "Opened", "Closed", "Request Type", "Datetime"],
  ]);
});

test("on a phone each row of the table is a card that names its values", async () => {
  pretendPhone();
  shown(aTestRow("3", { acknowledged: 300, opened: 900 }, { state: "opened" }));
  fixture.open(link);

  const card = await screen.findByRole("list", { name: "Session results" });

  const fields = [...card.querySelectorAll("dl > div")].map((field) => field.textContent);
  expect(fields).toMatchObject([
    ...["Container Id3", "OpenedTrue", "ClosedFalse", "Request TypeOpen Container"],
    expect.stringMatching(/^Datetime\d/),
  ]);
});

test("a row that ended badly says why; what came after its end is marked late and the reason stays", async () => {
  shown(
    aTestRow(
      "3",
      { acknowledged: 300, opened: 17_000 },
      { state: "timeout", endedAfter: 15_300, reason: "Not seen open within 15 s" },
    ),
    aTestRow(
      "4",
      { acknowledged: 200 },
      { state: "failed", endedAfter: 2_000, reason: "Door did not move", code: "DOOR_JAMMED" },
    ),
  );
  fixture.open(link);

  await screen.findByText("Not seen open within 15 s");
  expect(screen.getByText("Door did not move (DOOR_JAMMED)")).toBeTruthy();
  expect(marks().slice(0, 3)).toEqual(["Acknowledged", "Opened late", "Closed"]);
});

test("after a reconnect the session is joined and loaded again", async () => {
  shown(aTestRow("3"));
  fixture.open(link);
  await waitFor(() => expect(times()[0]).toBe("waiting"));
  shown(aTestRow("3", { acknowledged: 300, opened: 900 }, { state: "opened" }));
  fixture.reconnect();

  await doors().findByText("Open");
});

test("what is cancelled is not sent: Cancel stands only while nothing was", async () => {
  shown(aTestRow("3", {}, { state: "queued", sentAt: null }));
  fixture.script.answers[`/control-units/sessions/${testSessionId}/cancel`] = {
    status: 200,
    body: { success: true, session: aTestSession({ status: "cancelled", reason: "Cancelled before it was sent" }) },
  };
  const { user } = fixture.open(link);
  await user.click(await screen.findByRole("button", { name: "Cancel" }));

  await screen.findByText("Cancelled before it was sent");
  fixture.publishRow(aTestRow("3"));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull());
});

test("failed rows are sent again as a new session, after confirmation where doors move", async () => {
  shown(
    aTestRow("3", { acknowledged: 300 }, { state: "timeout", endedAfter: 15_300, reason: "Not seen open within 15 s" }),
    aTestRow("4", { acknowledged: 300, opened: 900 }, { state: "opened" }),
  );
  fixture.script.sessions[otherSessionId] = { session: aTestSession({ sessionId: otherSessionId }), rows: [] };
  fixture.script.answers[`/control-units/sessions/${testSessionId}/resend`] = {
    status: 200,
    body: { success: true, sessionId: otherSessionId, message: "Stored" },
  };
  const { user, address } = fixture.open(link);
  await user.click(await screen.findByRole("button", { name: "Resend 1 failed" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog.textContent).toContain("Open container 3 of VM-1?");
  expect(fixture.sent).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Open container 3" }));

  await waitFor(() => expect(address()).toContain(`session=${otherSessionId}`));
  expect(fixture.sent).toMatchObject([{ body: { containers: ["3".padStart(24, "b")] }, key: expect.any(String) }]);
});

test("a machine that is offline is refused in the server's words, and its failed session is shown", async () => {
  fixture.script.sessions[testSessionId] = {
    session: aTestSession({ status: "failed", type: "ping", reason: "Vending machine is offline" }),
    rows: [
      aTestRow(
        "",
        {},
        { state: "rejected", endedAfter: 0, sentAt: null, requestType: "ping", container: null, reason: null },
      ),
    ],
  };
  const error = "Vending machine is offline";
  fixture.script.answers["/control-units/ping-for-testing"] = {
    status: 409,
    body: { success: false, error, sessionId: testSessionId },
  };
  const { user } = fixture.open(chosen);
  await screen.findByText("4 containers, 3 working");
  await user.click(screen.getByRole("button", { name: "Ping Vending Machine" }));

  await screen.findByText("Rejected");
  expect(screen.getAllByText(error).length).toBeGreaterThan(0);
  expect(screen.getByText(/Control unit: 1 failed/)).toBeTruthy();
});

test("Get Results shows another session; an id that is none or unknown is said", async () => {
  fixture.script.sessions[testSessionId] = {
    session: aTestSession({ type: "lock-status" }),
    rows: [aTestRow("3", {}, { requestType: "lock-status" })],
  };
  const { user, address } = fixture.open();
  const field = screen.getByLabelText("Session id");
  const get = screen.getByRole("button", { name: "Get Results" });
  await user.type(field, "nonsense");
  await user.click(get);
  expect(screen.getByText("Session id must be 24 hexadecimal digits")).toBeTruthy();

  await user.clear(field);
  await user.type(field, otherSessionId);
  await user.click(get);
  await screen.findByText("There is no such session");

  await user.type(screen.getByLabelText("Session id"), testSessionId);
  await user.click(screen.getByRole("button", { name: "Get Results" }));
  await screen.findByRole("list", { name: "Containers" });
  // The link named no machine: the session's own is chosen.
  await waitFor(() => expect(address()).toContain("machine=VM-1"));
});

test("a link whose session is no id says so and sends no request", async () => {
  fixture.open("?session=abc");
  expect(await screen.findByText("“abc” is no session id")).toBeTruthy();
});
