import type { ObjectId } from "mongodb";
import { erasedName } from "#shared/account-deletion/account-deletion.rules.ts";

/** Whom to forget, by the names used until now. */
interface Called {
  name: string;
  phone: string;
  email: string;
  /** Names, phones and emails they had earlier: older texts use these. */
  earlier?: readonly string[];
}
export interface Person extends Called {
  _id: ObjectId;
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
/** Shorter parts are initials, which occur in too many other words. */
const shortestName = 3;
/** What separates the groups of a phone: also blanks that do not break (MongoDB's \s has none of these), and brackets. */
const gap = "[\\s\u00a0.()-]{0,3}";
/** Digits of the scripts of India, of Arabic, and of full width: the 0 of each, behind which its others come. */
const zeros = [..."0०০੦૦୦௦౦೦൦᱐꯰٠۰０"].map((zero) => zero.charCodeAt(0));
const digit = (value: number): string => `[${String.fromCharCode(...zeros.map((zero) => zero + value))}]`;
const codeOfIndia = `(?:(?:\\+|${digit(0)}{2})?${digit(9)}${digit(1)}|${digit(0)})`;
/** A phone is typed in groups, in any script, and with the code of India or a 0 before it. */
const spelled = (word: string): string =>
  /^\d{10}$/.test(word)
    ? `(?:${codeOfIndia}${gap})?${[...word].map((one) => digit(Number(one))).join(gap)}`
    : escaped(word);

const wholeNamesOf = ({ name, phone, email, earlier = [] }: Called): string[] => [phone, email, name, ...earlier];

/** Everything by which texts may name them: phones, emails, whole names and each part of a name. The longest first. */
const namesOf = (called: Called): string[] => {
  const whole = wholeNamesOf(called);
  const parts = whole.filter((words) => !words.includes("@")).flatMap((words) => words.split(/[\s,./()-]+/));
  return [...new Set([...whole, ...parts])]
    .filter((word) => word.length >= shortestName)
    .sort((a, b) => b.length - a.length);
};

/** MongoDB refuses a pattern of more than 32 KB, and a phone in every spelling has 700 bytes. */
const namesPerPattern = 20;

/**
 * Patterns for MongoDB that find every text which names this person, and some that do not. Empty if the person has no
 * name.
 */
export const patternsOf = (called: Called): string[] => {
  const names = namesOf(called).map(spelled);
  const many = Math.ceil(names.length / namesPerPattern);
  return Array.from({ length: many }, (_, at) =>
    names.slice(at * namesPerPattern, (at + 1) * namesPerPattern).join("|"),
  );
};

/** Only whole words, so that 'Asha' is not found in 'Ashanti'. */
const wordsIn = (names: string[]): RegExp | null =>
  names.length === 0
    ? null
    : new RegExp(`(?<![\\p{L}\\p{N}])(?:${names.map(spelled).join("|")})(?![\\p{L}\\p{N}])`, "giu");

/** Replaces what names them in a typed text. */
export const eraserOf = (called: Called): ((text: string) => string) => {
  const words = wordsIn(namesOf(called));
  return words ? (text) => text.replace(words, erasedName) : (text) => text;
};

/** Whether a text contains their phone, email or whole name: a part of it, 'May', may mean anything. */
export const isCalledIn = (called: Called): ((text: string) => boolean) => {
  const words = wordsIn(wholeNamesOf(called).filter((word) => word.length >= shortestName));
  return (text) => words !== null && text.search(words) >= 0;
};

/** Cansole fills these by itself, and the audit of money is read by them: a customer may be called 'Payment'. */
const ownWords = new Set([
  "status",
  "flags",
  "paymentId",
  "orderId",
  "transactionId",
  "role",
  "kind",
  "source",
  "list",
]);

const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype;

/** The same in every text of a stored value that people may have typed, however deep. A value that does not name them is returned as it is. */
export const eraseIn = <T>(value: T, erase: (text: string) => string): T => {
  if (typeof value === "string") return erase(value) as T;
  if (Array.isArray(value)) {
    const erased = value.map((part) => eraseIn(part, erase));
    return erased.every((part, at) => part === value[at]) ? value : (erased as T);
  }
  if (typeof value !== "object" || value === null || !isPlain(value)) return value;
  const entries = Object.entries(value).map(
    ([field, part]) => [field, ownWords.has(field) ? part : eraseIn(part, erase)] as const,
  );
  return entries.every(([field, part]) => part === (value as Record<string, unknown>)[field])
    ? value
    : (Object.fromEntries(entries) as T);
};
