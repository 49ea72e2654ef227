interface Waiting<Q, A> {
  question: Q;
  resolve: (answer: A) => void;
  reject: (error: unknown) => void;
}

interface Options<Q, A> {
  /** Answers in the order of the questions; a rejection is everybody's. */
  ask: (questions: Q[]) => Promise<A[]>;
  /** Groups under way at once. */
  atOnce: number;
  /** Questions in a group. */
  most: number;
}

/**
 * Small questions to a store, of which a storm brings hundreds at once: a lone one is asked at once, and those that come
 * while `atOnce` are under way are asked together. Nobody is given what was read before he asked.
 */
export const createAskedTogether = <Q, A>({ ask, atOnce, most }: Options<Q, A>): ((question: Q) => Promise<A>) => {
  const waiting: Waiting<Q, A>[] = [];
  let underWay = 0;

  const askSome = async () => {
    const group = waiting.splice(0, most);
    underWay += 1;
    try {
      const answers = await ask(group.map(({ question }) => question));
      group.forEach(({ resolve }, i) => {
        resolve(answers[i] as A);
      });
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    underWay -= 1;
    if (waiting.length > 0) void askSome();
  };

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (underWay < atOnce) void askSome();
    });
};
