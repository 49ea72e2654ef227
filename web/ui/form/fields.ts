import * as z from "zod";

/** One field of a form, said once. */
interface Field<Is extends z.ZodType> {
  label: string;
  /** Parses the input's value into what is sent; its messages are fixed texts (specification: Texts of checks). */
  is: Is;
  /** How a value reads in a conflict, where it is not its own text. */
  show?: (held: z.input<Is>) => string;
}

type Shape = Record<string, z.ZodType>;
/** The inputs' values, named as the record names them. */
type Held<S extends Shape> = { [Key in keyof S]: z.input<S[Key]> };
type Sent<S extends Shape> = { [Key in keyof S]: z.output<S[Key]> };

/** One property of each of the fields. */
const each = (fields: object, property: string) =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field[property]]));

/** What a form wants to know, of fields that each say it for themselves. Spread it into `useRecordForm`. */
export const fieldsOf = <S extends Shape>(fields: { [Key in keyof S]: Field<S[Key]> }) => ({
  schema: z.strictObject(each(fields, "is") as S) as unknown as z.ZodType<Sent<S>, Held<S>>,
  labels: each(fields, "label") as Record<keyof S & string, string>,
  show: each(fields, "show") as { [Key in keyof S]?: (held: Held<S>[Key]) => string },
  valuesOf: (record: Held<S>) => Object.fromEntries(Object.keys(fields).map((key) => [key, record[key]])) as Held<S>,
});

/** The same where a record is added by them: each also says what a new one starts with. */
export const fieldsOfNew = <S extends Shape>(
  fields: {
    [Key in keyof S]: Field<S[Key]> & { blank: z.input<S[Key]> };
  },
) => ({ ...fieldsOf<S>(fields), blank: each(fields, "blank") as Held<S> });

/** Nothing stands in it at first, and nothing is no answer: then the form says that it is required. */
export const required = <Is extends z.ZodType>(is: Is) => z.preprocess((held: z.input<Is> | null) => held, is);
