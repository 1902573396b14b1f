import { sha256 } from "@countersign/wire"
import { createBase58check } from "@scure/base"

/** Every spelling in which a value could stand somewhere: as it is, in the codings of the wire, and quoted in JSON. */
export const spellingsOf = (value: Uint8Array): ReadonlyArray<Uint8Array> => {
  const bytes = Buffer.from(value)
  const text = bytes.toString("utf8")
  const quoted = inside(JSON.stringify(text))
  const spelled = [
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
    ...(value.length > LONGEST_KEY ? [] : [base58check.encode(value)]),
    quoted,
    inside(JSON.stringify(quoted)),
    escaped(text),
    encodeURIComponent(text),
    ...shifts.flatMap((shift) => ["base64", "base64url"].map((coding) => shifted(bytes, shift, coding)))
  ]
  const found = [value, ...spelled.map((each) => Buffer.from(each, "utf8"))]
  // What is shorter stands in any text by chance.
  return found.filter(({ length }, at) => length >= SHORTEST && found.findIndex((each) => same(each, found[at])) === at)
}

/** How short a spelling may be that is searched for, in bytes. */
export const SHORTEST = 8

/** What the wire spells so is a sealed key; and the coding takes time by the square of a length. */
const LONGEST_KEY = 512
const base58check = createBase58check(sha256)
const inside = (quoted: string) => quoted.slice(1, -1)

/** JSON may spell any character by its number. */
const escaped = (text: string) =>
  [...text].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")

/** Inside of something longer the sextets begin at any of three places; those that the neighbours share are left out. */
const shifts = [0, 1, 2]
const shifted = (bytes: Uint8Array, shift: number, coding: string): string => {
  const whole = Buffer.concat([Buffer.alloc(shift), bytes]).toString(coding === "base64" ? "base64" : "base64url")
  const tail = (shift + bytes.length) % 3 === 0 ? 0 : 1
  const digits = whole.replace(/=+$/u, "")
  return digits.slice(shift === 0 ? 0 : shift + 1, digits.length - tail)
}

const same = (one: Uint8Array, other: Uint8Array | undefined) => other !== undefined && Buffer.compare(one, other) === 0
