import { expect, test } from "vitest";
import { createAskedTogether } from "./asked-together.ts";

/** A store whose answers the test gives. */
const store = () => {
  const asked: { questions: number[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const ask = (questions: number[]) =>
    new Promise<string[]>((resolve, reject) => {
      asked.push({ questions, answer: () => resolve(questions.map((one) => `${one}!`)), fail: reject });
    });
  return { asked, ask };
};

test("a lone question is asked at once; those that come meanwhile are asked together, some at a time", async () => {
  const { asked, ask } = store();
  const one = createAskedTogether({ ask, atOnce: 1, most: 3 });

  const answers = [1, 2, 3, 4, 5].map(one);
  expect(asked.map(({ questions }) => questions)).toEqual([[1]]);
  asked[0]?.answer();
  expect(await answers[0]).toBe("1!");
  asked[1]?.answer();
  expect(await Promise.all(answers.slice(1, 4))).toEqual(["2!", "3!", "4!"]);
  asked[2]?.answer();
  expect(await answers[4]).toBe("5!");

  expect(asked.map(({ questions }) => questions)).toEqual([[1], [2, 3, 4], [5]]);
});

test("what fails fails for its group alone", async () => {
  const { asked, ask } = store();
  const one = createAskedTogether({ ask, atOnce: 2, most: 3 });
  const said = [1, 2, 3].map((question) => one(question).catch((error: Error) => error.message));
  expect(asked).toHaveLength(2);

  asked[0]?.fail(new Error("away"));
  asked[1]?.answer();
  expect(await Promise.all(said.slice(0, 2))).toEqual(["away", "2!"]);
  asked[2]?.answer();
  expect(await said[2]).toBe("3!");
});
