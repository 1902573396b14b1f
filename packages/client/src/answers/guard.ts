import { type IdPrefix, isId } from "@countersign/wire"

/** Whether a value that came over the wire is what it should be. */
export type Guard<T> = (value: unknown) => value is T

export const text: Guard<string> = (value) => typeof value === "string"

/** A whole number. */
export const whole: Guard<number> = (value): value is number => Number.isInteger(value)

export const nothing: Guard<undefined> = (value) => value === undefined

export const optional =
  <T>(guard: Guard<T>): Guard<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || guard(value)

export const oneOf =
  <T extends string>(...values: readonly T[]): Guard<T> =>
  (value): value is T =>
    values.some((each) => each === value)

/** An id of this kind, in the lower-case spelling the service answers. */
export const id =
  (prefix: IdPrefix): Guard<string> =>
  (value): value is string =>
    typeof value === "string" && isId(prefix, value)

/** ISO 8601 in UTC. */
export const timestamp: Guard<string> = (value): value is string =>
  typeof value === "string" && UTC.test(value) && !Number.isNaN(Date.parse(value))

export const list =
  <T>(guard: Guard<T>): Guard<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every(guard)

/** An object with these fields of its own. Further fields are let through: a version of the API may gain some. */
export const object =
  <T extends object>(fields: { readonly [K in keyof T]-?: Guard<T[K]> }): Guard<T> =>
  (value): value is T => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false
    const own = new Map<string, unknown>(Object.entries(value))
    return Object.entries<Guard<unknown>>(fields).every(([name, guard]) => guard(own.get(name)))
  }

const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/u
