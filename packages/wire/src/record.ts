/** Whether `value` is an object whose own `keys` all hold strings. Further keys are ignored. */
export const hasStrings = <K extends string>(
  value: unknown,
  keys: readonly K[]
): value is Readonly<Record<K, string>> =>
  typeof value === "object" &&
  value !== null &&
  keys.every((key) => Object.hasOwn(value, key) && typeof Reflect.get(value, key) === "string")

/** Whether `value` is an object of exactly these `keys`, all holding strings. */
export const hasOnlyStrings = <K extends string>(
  value: unknown,
  keys: readonly K[]
): value is Readonly<Record<K, string>> => hasStrings(value, keys) && Object.keys(value).length === keys.length
