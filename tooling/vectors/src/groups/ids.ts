import { ID_PREFIXES, type IdPrefix, makeId, parseId } from "@countersign/wire"
import { type Group, valid, wrong } from "../Group.ts"

export const ids: Group = {
  name: "ids",
  about:
    "Ids: one of the known prefixes, a colon, and a UUID (RFC 9562 section 4). Read in either case, written in lower case, made as version 7.",
  operations: {
    makeId: {
      says: "Creates an id from timestampMs and the first 10 of the random bytes: the version replaces the first 4 bits, the variant the first 2 of the third byte.",
      run: (input) => ({
        id: makeId(prefixOf(input.text("prefix")), {
          timestampMs: input.number("timestampMs"),
          random: input.bytes("random")
        })
      })
    },
    parseId: {
      says: "Reads text as an id of exactly this prefix, of any UUID version, and returns its canonical form.",
      run: (input) => ({ id: parseId(prefixOf(input.text("prefix")), input.text("text")) })
    }
  },
  cases: () => ({
    makeId: [
      ...MADE.map(([name, prefix, timestampMs, random, uuid]) =>
        valid(name, { prefix, timestampMs, random }, { id: `${prefix}:${uuid}` })
      ),
      ...UNFIT.map(([name, timestampMs, random, why]) =>
        wrong(name, { prefix: "Token", timestampMs, random }, "ID_MALFORMED", why)
      )
    ],
    parseId: [
      ...ID_PREFIXES.map((prefix) =>
        valid(`of a ${prefix}`, { prefix, text: `${prefix}:${UUID}` }, { id: `${prefix}:${UUID}` })
      ),
      ...READ.map(([name, text, uuid]) =>
        valid(name, { prefix: "AuthMethod", text: `AuthMethod:${text}` }, { id: `AuthMethod:${uuid}` })
      ),
      ...MALFORMED.map(([name, text, why]) => wrong(name, { prefix: "AuthMethod", text }, "ID_MALFORMED", why))
    ]
  })
}

const UUID = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"

const ZEROS = "00".repeat(10)

const MADE = [
  ["the example of RFC 9562 appendix A.6", "Session", 0x017f22e279b0, "0cc318c4dc0c0c07398f", UUID],
  ["bits of zero", "Request", 1, ZEROS, "00000000-0001-7000-8000-000000000000"],
  ["bits of one, and more bytes than it takes", "Request", 1, "ff".repeat(12), "00000000-0001-7fff-bfff-ffffffffffff"],
  ["the last millisecond", "Token", 2 ** 48 - 1, ZEROS, "ffffffff-ffff-7000-8000-000000000000"]
] as const

const UNFIT = [
  ["a millisecond past the last", 2 ** 48, ZEROS, "48 bits."],
  ["a time before the epoch", -1, ZEROS, "48 bits without a sign."],
  ["half a millisecond", 0.5, ZEROS, "Whole milliseconds."],
  ["nine random bytes", 0, ZEROS.slice(2), "Ten bytes, of which 74 bits are used."]
] as const

const V4 = "919108f7-52d1-4320-9bac-f847db4148a8"
const READ = [
  ["in upper case", UUID.toUpperCase(), UUID],
  ["a UUID of version 4", V4, V4]
] as const

const prefixOf = (text: string): IdPrefix => {
  const prefix = ID_PREFIXES.find((known) => known === text)
  if (prefix === undefined) throw new TypeError("No prefix of an id")
  return prefix
}

const LINE_FEED = "Many regular expressions accept a trailing line feed."
const MALFORMED: ReadonlyArray<readonly [name: string, text: string, why: string]> = [
  ["nothing", "", "No id."],
  ["the UUID alone", UUID, "The prefix is part of the id."],
  ["another prefix", `Session:${UUID}`, "An id of one kind is not an id of another."],
  ["a prefix in lower case", `authmethod:${UUID}`, "The prefix is case-sensitive."],
  ["no colon", `AuthMethod${UUID}`, "A colon separates prefix and UUID."],
  ["two colons", `AuthMethod::${UUID}`, "One colon."],
  ["a space after it", `AuthMethod:${UUID} `, "White space is not skipped."],
  ["a line feed after it", `AuthMethod:${UUID}\n`, LINE_FEED],
  ["a line feed in place of the last digit", `AuthMethod:${UUID.slice(0, -1)}\n`, LINE_FEED],
  ["a space in front", ` AuthMethod:${UUID}`, "White space is not skipped."],
  ["a digit short", `AuthMethod:${UUID.slice(1)}`, "36 characters."],
  ["no dashes", `AuthMethod:${UUID.replaceAll("-", "")}`, "RFC 9562 section 4: 8-4-4-4-12."],
  ["braces", `AuthMethod:{${UUID}}`, "RFC 9562 section 4: 8-4-4-4-12."],
  ["a URN", `AuthMethod:urn:uuid:${UUID}`, "RFC 9562 section 4: 8-4-4-4-12."],
  ["a letter after f", `AuthMethod:g${UUID.slice(1)}`, "Hexadecimal digits."],
  ["a full-width digit", `AuthMethod:０${UUID.slice(1)}`, "Only ASCII digits are allowed."],
  [
    "a Kelvin sign, whose lower case is k",
    `AuthMethod:\u212a${UUID.slice(1)}`,
    "The original text is checked, not its lower case."
  ]
]
