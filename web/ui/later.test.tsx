import { screen } from "@testing-library/react";
import { Component, type ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { showPage } from "../testing/screen.tsx";
import { later } from "./later.tsx";

const Figures = ({ of }: { of: string }) => <p>Figures of {of}</p>;
const unreachable = () => Promise.reject(new Error("unreachable"));

class Around extends Component<{ children: ReactNode }, { broke: string }> {
  override state = { broke: "" };
  static getDerivedStateFromError = ({ message }: Error) => ({ broke: message });
  override render() {
    return this.state.broke ? <p>It broke: {this.state.broke}</p> : this.props.children;
  }
}

test("a part stands behind its bones until its code is here, and is there at once the next time", async () => {
  const load = vi.fn(async () => ({ default: Figures }));
  const Part = later(load, undefined, <p>Coming</p>);

  const page = showPage(<Part of="Kochi" />);
  expect(screen.getByText("Coming")).toBeTruthy();
  await screen.findByText("Figures of Kochi");
  page.unmount();

  showPage(<Part of="Pune" />);
  expect(screen.getByText("Figures of Pune")).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
});

test("where its code cannot be fetched another part stands in, and the next time it is fetched again", async () => {
  const load = vi.fn<() => Promise<{ default: typeof Figures }>>(unreachable);
  const Part = later(load, () => <p>Nobody could be reached</p>);

  const page = showPage(<Part of="Kochi" />);
  await screen.findByText("Nobody could be reached");
  page.unmount();
  load.mockResolvedValueOnce({ default: Figures });

  showPage(<Part of="Kochi" />);
  await screen.findByText("Figures of Kochi");
});

test("where nothing stands in, what is around it breaks", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const Part = later<{ of: string }>(unreachable);

  showPage(
    <Around>
      <Part of="Kochi" />
    </Around>,
  );
  await screen.findByText("It broke: unreachable");
});
