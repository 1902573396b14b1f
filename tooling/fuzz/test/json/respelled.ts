import type { Json } from "@countersign/wire"

/** Another JSON text of the same value: shuffled keys, white space, and unnecessary escapes, by a seed. */
export const respelled = (value: Json, seed: number): string => {
  const chance = chanceOf(seed)
  const blank = (): string => BLANKS[chance(BLANKS.length)] ?? ""
  const text = (of: string): string =>
    `"${[...of].map((unit) => (chance(3) === 0 || NEEDS_ESCAPE.test(unit) ? escaped(unit) : unit)).join("")}"`
  const spelled = (part: Json): string => {
    if (typeof part === "string") return text(part)
    if (typeof part !== "object" || part === null) return JSON.stringify(part)
    if (Array.isArray(part)) return `[${part.map((each: Json) => blank() + spelled(each) + blank()).join(",")}]`
    const members = Object.entries(part).map(
      ([key, each]) => `${blank()}${text(key)}${blank()}:${blank()}${spelled(each)}`
    )
    return `{${(chance(2) === 0 ? members : members.toReversed()).join(",")}${blank()}}`
  }
  return blank() + spelled(value) + blank()
}

const BLANKS = ["", "", " ", "\n", "\t", "\r\n  "]
const NEEDS_ESCAPE = /["\\\p{Cc}\p{Cs}]/u

/** RFC 8259 section 7: any character may be escaped, and one beyond the BMP as a surrogate pair. */
const escaped = (character: string): string =>
  character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("")

/** Small pseudo-random numbers of a linear congruential generator. */
const chanceOf = (seed: number) => {
  let state = seed >>> 0
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
