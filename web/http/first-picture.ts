import { firstAnswer } from "./call.ts";

/** A first page that requests nothing is given so long. */
const firstAnswerMs = 1_000;
/** And so long to draw what it was answered. */
const drawnMs = 250;
const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** What the visit's first page shows is drawn: whatever would have stood in its way on a slow line may follow. */
export const firstPicture: Promise<void> = Promise.race([firstAnswer, after(firstAnswerMs)]).then(() => after(drawnMs));
