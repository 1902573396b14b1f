import type { Field, Format } from "./Field.ts"
import type { Issue } from "./Kind.ts"

/** A sandbox takes any value of the right shape; production asks for check digits too. */
export type Mode = "sandbox" | "production"

/** What is known of an object that came from outside. */
export type Sent = Readonly<Record<string, unknown>>

/** True for an object of JSON. */
export const isObject = (value: unknown): value is Sent =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A value that was sent under a name. What was inherited was not sent. */
export const sentAs = (sent: Sent, name: string): unknown => (Object.hasOwn(sent, name) ? sent[name] : undefined)

/** Everything wrong with some fields, and with what else was sent; `others` names what somebody else checks. */
export const checkFields = (
  fields: ReadonlyArray<Field>,
  sent: Sent,
  mode: Mode,
  others: ReadonlyArray<string> = []
): ReadonlyArray<Issue> => [
  ...fields.flatMap((field) => {
    const fault = checkField(field, sent, mode)
    return fault === undefined ? [] : [{ path: field.name, ...fault }]
  }),
  ...unknownFields([...fields.map(({ name }) => name), ...others], sent)
]

/** The format of a text field, once its other fields have chosen it. */
export const formatOf = (field: Field, sent: Sent): Format | undefined => {
  switch (field.type) {
    case "text":
      return field.format
    case "choice":
      return undefined
    case "dependent": {
      const chosen = sentAs(sent, field.on)
      return typeof chosen === "string" && Object.hasOwn(field.formats, chosen) ? field.formats[chosen] : undefined
    }
  }
}

type Fault = Omit<Issue, "path">

const checkField = (field: Field, sent: Sent, mode: Mode): Fault | undefined => {
  const value = sentAs(sent, field.name)
  if (value === undefined) return field.required ? { constraint: "present" } : undefined
  if (typeof value !== "string") return { constraint: "a string" }
  if (UNPRINTABLE.test(value)) return { constraint: "text without control characters" }
  if (field.type === "choice") return field.choices.includes(value) ? undefined : otherChoice(field)
  const format = formatOf(field, sent)
  // Without its choice the field cannot be judged; the choice itself is at fault.
  return format === undefined ? undefined : checkFormat(format, value, mode)
}

const otherChoice = ({ choices, says }: { readonly choices: ReadonlyArray<string>; readonly says?: string }): Fault =>
  says === undefined ? { constraint: `one of ${choices.join(", ")}`, limits: { enum: choices } } : { constraint: says }

// The length comes first: no pattern sees more than its field may hold.
const checkFormat = (format: Format, value: string, mode: Mode): Fault | undefined => {
  const { always, maxLength, minLength, pattern, production, says } = format
  if (value.length < minLength || value.length > maxLength || !matches(pattern, value)) {
    return { constraint: says, limits: { pattern: `^(?:${pattern})$`, minLength, maxLength } }
  }
  if (always !== undefined && !always.holds(value)) return { constraint: always.says }
  return mode === "sandbox" || production === undefined || production.holds(value)
    ? undefined
    : { constraint: production.says, isMistyped: true }
}

const matches = (pattern: string, value: string): boolean => new RegExp(`^(?:${pattern})$`, "u").test(value)

const unknownFields = (known: ReadonlyArray<string>, sent: Sent): ReadonlyArray<Issue> => {
  const unknown = Object.keys(sent).filter((key) => sent[key] !== undefined && !known.includes(key))
  const named = unknown.filter((key) => SPEAKABLE.test(key)).map((path) => ({ path, constraint: "absent" }))
  return named.length === unknown.length ? named : [...named, { path: "", constraint: "without unknown fields" }]
}

// NUL and line breaks, which a database or a mail would choke on, and halves of characters.
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029]/u

// A key may be an account number: only what reads as a name is repeated.
const SPEAKABLE = /^(?=.{1,40}$)[A-Za-z_]+[0-9]{0,2}$/u
