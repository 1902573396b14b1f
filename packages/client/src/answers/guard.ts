import { attempt, decodeBase64Url, type IdPrefix, isId } from "@countersign/wire"

/** Returns whether a received value has the expected type. */
export type Guard<T> = (value: unknown) => value is T

export const text: Guard<string> = (value) => typeof value === "string"

export const flag: Guard<boolean> = (value) => typeof value === "boolean"

export const integer: Guard<number> = (value): value is number => Number.isInteger(value)

export const number: Guard<number> = (value) => typeof value === "number"

export const anything: Guard<unknown> = (value): value is unknown => true

export const absent: Guard<undefined> = (value) => value === undefined

export const optional =
  <T>(guard: Guard<T>): Guard<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || guard(value)

export const oneOf =
  <T extends string>(...values: readonly T[]): Guard<T> =>
  (value): value is T =>
    values.some((each) => each === value)

/** An id of this kind, in the lower case that the server returns. */
export const id =
  (prefix: IdPrefix): Guard<string> =>
  (value): value is string =>
    typeof value === "string" && isId(prefix, value)

/** Base64url of 1 to 2,048 bytes. */
export const base64url: Guard<string> = (value): value is string =>
  typeof value === "string" && value !== "" && attempt(() => decodeBase64Url(value, { maxBytes: 2048 })) !== undefined

/** ISO 8601 in UTC. */
export const timestamp: Guard<string> = (value): value is string =>
  typeof value === "string" && UTC.test(value) && !Number.isNaN(Date.parse(value))

export const list =
  <T>(guard: Guard<T>): Guard<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every(guard)

/** An object with these own fields. Additional fields are accepted, because newer API versions may add some. */
export const object =
  <T extends object>(fields: { readonly [K in keyof T]-?: Guard<T[K]> }): Guard<T> =>
  (value): value is T => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false
    const own = new Map<string, unknown>(Object.entries(value))
    return Object.entries<Guard<unknown>>(fields).every(([name, guard]) => guard(own.get(name)))
  }

const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/u
