import { isolated } from "@countersign/account-types"

/** True for a JSON object. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The fields of a JSON object, or no fields for any other value. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})

/** A JSON string, or the empty string for any other value. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** A name that a user chose, beside other text. */
export const labelOf = (value: unknown): string => isolated(textOf(value))

/** A JSON number, or 0 for any other value. */
export const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0)

/** The items of a list response. */
export const listOf = <A>(body: unknown, read: (value: unknown) => A): ReadonlyArray<A> => {
  const { data } = fieldsOf(body)
  return Array.isArray(data) ? data.map(read) : []
}
