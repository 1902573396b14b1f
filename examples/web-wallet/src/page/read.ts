import { isObject } from "./isObject.ts"

/** The fields of an object of JSON; none of anything else. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})

/** A text of JSON; the empty one of anything else. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** A number of JSON; 0 of anything else. */
export const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0)

/** What a list of the service holds. */
export const listOf = <A>(body: unknown, read: (value: unknown) => A): ReadonlyArray<A> => {
  const { data } = fieldsOf(body)
  return Array.isArray(data) ? data.map(read) : []
}
