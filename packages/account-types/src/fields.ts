import type { Field, Format } from "./Field.ts"
import type { Issue, JsonObject } from "./Kind.ts"
import { HIDDEN } from "./visible.ts"

/** The sandbox checks only formats; production also verifies check digits. */
export type Mode = "sandbox" | "production"

/** An object from outside, whose values are unknown. */
export type Sent = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Sent =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Returns a sent value by name. Ignores inherited properties. */
export const sentAs = (sent: Sent, name: string): unknown => (Object.hasOwn(sent, name) ? sent[name] : undefined)

/** Returns everything wrong with fields, and unknown names; `others` are names that another function checks. */
export const checkFields = (
  fields: ReadonlyArray<Field>,
  sent: Sent,
  mode: Mode,
  others: ReadonlyArray<string> = []
): ReadonlyArray<Issue> => {
  const issues: Array<Issue> = []
  for (const field of fields) {
    const fault = checkField(field, sent, mode)
    if (fault !== undefined) issues.push({ path: field.name, ...fault })
  }
  const isKnown = (key: string) => others.includes(key) || fields.some(({ name }) => name === key)
  const unknown = Object.keys(sent).filter((key) => sent[key] !== undefined && !isKnown(key))
  // A key may be an account number, so only keys that look like names are repeated.
  const named = unknown.filter((key) => SPEAKABLE.test(key))
  issues.push(...named.map((path) => ({ path, constraint: "absent" })))
  if (named.length < unknown.length) issues.push({ path: "", constraint: "without unknown fields" })
  return issues
}

/** Returns the format of a text field, which may depend on its other fields. */
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

/** Returns an object with each of its texts in the one spelling of its field. */
export const spelled = (fields: ReadonlyArray<Field>, sent: JsonObject): JsonObject => {
  const texts = fields.flatMap((field) => {
    const [value, spelling] = [sentAs(sent, field.name), formatOf(field, sent)?.spelling]
    return typeof value === "string" && spelling !== undefined ? [[field.name, spelling(value)] as const] : []
  })
  return { ...sent, ...Object.fromEntries(texts) }
}

type Fault = Omit<Issue, "path">

const checkField = (field: Field, sent: Sent, mode: Mode): Fault | undefined => {
  const value = sentAs(sent, field.name)
  if (value === undefined) return field.required ? { constraint: "present" } : undefined
  if (typeof value !== "string") return { constraint: "a string" }
  if (HIDDEN.test(value)) return { constraint: "text without control characters and other hidden ones" }
  if (field.type === "choice") return field.choices.includes(value) ? undefined : otherChoice(field)
  const format = formatOf(field, sent)
  // The format depends on an invalid choice, which is reported itself.
  return format === undefined ? undefined : checkFormat(format, value, mode)
}

const otherChoice = ({ choices, says }: { readonly choices: ReadonlyArray<string>; readonly says?: string }): Fault =>
  says === undefined ? { constraint: `one of ${choices.join(", ")}`, limits: { enum: choices } } : { constraint: says }

// The length is checked first, so that no pattern runs on a text longer than its field.
const checkFormat = (format: Format, value: string, mode: Mode): Fault | undefined => {
  const { always, maxLength, minLength, pattern, production, says } = format
  if (value.length < minLength || value.length > maxLength || !matches(format, value)) {
    return { constraint: says, limits: { pattern: `^(?:${pattern})$`, minLength, maxLength } }
  }
  if (always !== undefined && !always.holds(value)) return { constraint: always.says }
  const broken = mode === "sandbox" ? undefined : production?.rules.find(({ holds }) => !holds(value))
  return broken === undefined ? undefined : { constraint: broken.says, isMistyped: true }
}

const matches = (format: Format, value: string): boolean => {
  const compiled = PATTERNS.get(format) ?? new RegExp(`^(?:${format.pattern})$`, "u")
  PATTERNS.set(format, compiled)
  return compiled.test(value)
}

const PATTERNS = new WeakMap<Format, RegExp>()

const SPEAKABLE = /^(?=.{1,40}$)[A-Za-z_]+[0-9]{0,2}$/u
