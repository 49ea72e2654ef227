import { Button } from "../Button.tsx";

interface PickWordsProps {
  /** The row's label for screen readers. */
  label?: string;
  /** What most of them write into the field above, or nearly all that can be chosen there. */
  words: readonly string[];
  onPick: (words: string) => void;
  /** They stand in one line, and give up what they have no room for. */
  inOneLine?: boolean;
}

/** Fills a field with one press: the answers that most people give. Others are typed. */
export const PickWords = ({ label = "Common answers", words, onPick, inOneLine = false }: PickWordsProps) => (
  <fieldset className={inOneLine ? "pick-words pick-line" : "pick-words"} aria-label={label}>
    {words.map((one) => (
      <Button key={one} small title={inOneLine ? one : undefined} onClick={() => onPick(one)}>
        {one}
      </Button>
    ))}
  </fieldset>
);
