/** Variants of a value with one wrong or additional part at each position. */
export const spoiled = (value: unknown): ReadonlyArray<unknown> => {
  const wrong = [undefined, null, "", "no such text", -1.5, Number.NaN, true, [], {}, [value], { more: value }]
  if (Array.isArray(value)) {
    return [...wrong, ...value.flatMap((item, at) => spoiled(item).map((other) => value.with(at, other)))]
  }
  if (typeof value !== "object" || value === null) return wrong
  const fields = Object.entries(value)
  return [
    ...wrong,
    { ...value, more: 1 },
    ...fields.map(([name]) => Object.fromEntries(fields.filter(([other]) => other !== name))),
    ...fields.flatMap(([name, field]) => spoiled(field).map((other) => ({ ...value, [name]: other })))
  ]
}
