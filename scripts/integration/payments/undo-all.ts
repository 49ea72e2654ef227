/** What was begun, to be ended in reverse, also where the middle of it failed. */
export const createUndo = () => {
  const steps: (() => Promise<unknown> | unknown)[] = [];
  return {
    add: (step: () => Promise<unknown> | unknown): void => {
      steps.push(step);
    },
    all: async (): Promise<void> => {
      for (let step = steps.pop(); step; step = steps.pop()) await step();
    },
  };
};
