/** The parameters of a query, which comes with its question mark. One that came several times is a list. */
export const queryOf = (search: string): Readonly<Record<string, string | Array<string>>> => {
  // Without a prototype, so that a parameter may have any name.
  const read: Record<string, string | Array<string>> = Object.create(null)
  for (const [name, value] of ESCAPE.test(search) ? new URLSearchParams(search) : pairsOf(search)) {
    const before = read[name]
    read[name] = before === undefined ? value : [...(typeof before === "string" ? [before] : before), value]
  }
  return read
}

const ESCAPE = /[%+]/u

/** Where nothing is escaped, a query is what stands between its signs. */
const pairsOf = (search: string): ReadonlyArray<readonly [string, string]> =>
  search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const sign = pair.indexOf("=")
      return sign < 0 ? [pair, ""] : [pair.slice(0, sign), pair.slice(sign + 1)]
    })
