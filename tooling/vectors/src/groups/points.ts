import type { Fields } from "@countersign/vectors"
import { isClientPublicKey, parsePublicKey, publicKeyOf, samePoint, uncompressedHex } from "@countersign/wire"
import { checked, type Group, valid, wrong } from "../Group.ts"
import { client, ORDER, PRIME, recipient, session } from "../signing.ts"

export const points: Group = {
  name: "points",
  about:
    "P-256 public keys in hex: SEC 1 sections 2.3.3 and 2.3.4, compressed and uncompressed. The compressed form in lower case is canonical.",
  operations: {
    parsePublicKey: {
      says: "Reads hex text of a point, compressed or not, in either case, and returns both canonical forms.",
      run: (input) => spellings(parsePublicKey(input.text("text")))
    },
    publicKeyOf: {
      says: "Returns the public key of a private scalar of 32 bytes.",
      run: (input) => spellings(publicKeyOf(input.bytes("testPrivateKey")))
    },
    checkClientPublicKey: {
      says: "Succeeds when text is valid for a clientPublicKey field: an uncompressed point on the curve, hex of either case.",
      run: (input) => checked(isClientPublicKey(input.text("text")), "CLIENT_KEY_MALFORMED", { matches: true })
    },
    samePoint: {
      says: "Succeeds when two texts, in any form, are the same key.",
      run: (input) => checked(samePoint(input.text("one"), input.text("other")), "POINTS_DIFFER", { matches: true })
    }
  },
  cases: () => ({
    publicKeyOf: [
      valid("the scalar of the recipient", { testPrivateKey: recipient.scalar }, KNOWN),
      valid("a point with an odd y", { testPrivateKey: session.scalar }),
      valid("one, whose point is the base point", { testPrivateKey: one }, BASE),
      valid("n - 1, the largest", { testPrivateKey: `${ORDER.slice(0, -1)}0` }),
      valid("a scalar that starts with zero bytes", { testPrivateKey: `0000${"07".repeat(30)}` }),
      ...SCALARS.map(([name, testPrivateKey, why]) => wrong(name, { testPrivateKey }, "SCALAR_INVALID", why))
    ],
    parsePublicKey: [
      ...SPELLINGS.map(([name, text]) => valid(name, { text }, KNOWN)),
      valid("x of zero, which is on the curve", { text: `02${zeros}` }),
      ...MALFORMED.map(([name, text, why]) => wrong(name, { text }, "POINT_MALFORMED", why)),
      ...OFF_CURVE.map(([name, text, why]) => wrong(name, { text }, "POINT_NOT_ON_CURVE", why))
    ],
    checkClientPublicKey: [
      valid("lower case", { text: full }, { matches: true }),
      valid("upper case", { text: full.toUpperCase() }, { matches: true }),
      ...[
        ["compressed, for a client", recipient.compressed, "This field accepts only the uncompressed form."],
        ["off the curve, for a client", `04${x}${zeros}`, "The pattern alone is not enough."],
        ["hybrid, for a client", `07${x}${y}`, "The prefix is 04."],
        ["a line feed at the end, for a client", `${full}\n`, "Many regular expressions accept a trailing line feed."],
        ["nothing, for a client", "", "No key."]
      ].map(([name = "", text = "", why = ""]) => wrong(name, { text }, "CLIENT_KEY_MALFORMED", why))
    ],
    samePoint: [
      valid("compressed and uncompressed", { one: recipient.compressed, other: full }, { matches: true }),
      valid("both cases", { one: full, other: full.toUpperCase() }, { matches: true }),
      ...[
        ["two keys", recipient.compressed, client.compressed, "Two keys."],
        ["one x, the other y", recipient.compressed, otherY, "A point and its negative are different keys."],
        ["no key, twice", "", "", "A malformed text equals nothing."]
      ].map(([name = "", one = "", other = "", why = ""]) => wrong(name, { one, other }, "POINTS_DIFFER", why))
    ]
  })
}

const spellings = (publicKey: ReturnType<typeof publicKeyOf>): Fields => ({
  publicKey,
  uncompressed: uncompressedHex(publicKey)
})

const zeros = "00".repeat(32)
const one = `${"00".repeat(31)}01`
const full = recipient.uncompressed
const x = full.slice(2, 66)
const y = full.slice(66)
const otherY = `${recipient.compressed.startsWith("02") ? "03" : "02"}${x}`
const yBeside = `${y.slice(0, -1)}${y.endsWith("4") ? "5" : "4"}`
const KNOWN = { publicKey: recipient.compressed, uncompressed: full }

/** SEC 2 section 2.4.2. */
const BASE_X = "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
const BASE_Y = "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
const BASE = { publicKey: `03${BASE_X}`, uncompressed: `04${BASE_X}${BASE_Y}` }

/** SEC 2 section 2.4.1: the base point of secp256k1. */
const FOREIGN =
  "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"

const SPELLINGS = [
  ["compressed", recipient.compressed],
  ["compressed, upper case", recipient.compressed.toUpperCase()],
  ["uncompressed", full],
  ["uncompressed, upper case", full.toUpperCase()],
  ["uncompressed, mixed case", `04${x.toUpperCase()}${y}`]
] as const

const SCALARS: ReadonlyArray<readonly [name: string, scalar: string, why: string]> = [
  ["zero", zeros, "SEC 1 section 3.2.1: from 1 to n - 1."],
  ["n", ORDER, "SEC 1 section 3.2.1: from 1 to n - 1."],
  ["2^256 - 1", "ff".repeat(32), "The scalar is not reduced."],
  ["31 bytes", "01".repeat(31), "Leading zero bytes are required: some libraries drop one in 256 keys."],
  ["33 bytes", `00${"01".repeat(32)}`, "A sign byte is not part of the scalar."]
]

const MALFORMED: ReadonlyArray<readonly [name: string, text: string, why: string]> = [
  ["nothing", "", "No point."],
  ["infinity in one byte", "00", "SEC 1 section 2.3.4 defines it, but it is not a valid public key."],
  ["infinity padded to 33 bytes", `00${zeros}`, "No such form exists."],
  ["infinity padded to 65 bytes", `00${zeros}${zeros}`, "No such form exists."],
  ["an even hybrid point", `06${x}${y}`, "X9.62 defines it, SEC 1 does not."],
  ["an odd hybrid point", `07${x}${y}`, "X9.62 defines it, SEC 1 does not."],
  ["no prefix", `${x}${y}`, "The first byte determines the form."],
  ["x alone", x, "The first byte determines the form."],
  ["a compressed prefix on both coordinates", `02${x}${y}`, "02 has 32 bytes after it."],
  ["an uncompressed prefix on x alone", `04${x}`, "04 has 64 bytes after it."],
  ["a byte short", full.slice(0, -2), "65 bytes."],
  ["a byte over", `${full}00`, "65 bytes at most."],
  ["a compressed point, a byte over", `${recipient.compressed}00`, "33 bytes."],
  ["an odd number of digits", full.slice(0, -1), "A byte is two digits."],
  ["a 0x in front", `0x${recipient.compressed}`, "A prefix is not part of the bytes."],
  ["a space in front", ` ${recipient.compressed}`, "White space is not skipped."],
  ["a compressed x of p", `02${PRIME}`, "SEC 1 section 2.3.6: a field element is below p."],
  ["an uncompressed y of p", `04${x}${PRIME}`, "SEC 1 section 2.3.6: a field element is below p."],
  ["a compressed x of 2^256 - 1", `02${"ff".repeat(32)}`, "The coordinate is not reduced."]
]

const OFF_CURVE: ReadonlyArray<readonly [name: string, text: string, why: string]> = [
  ["a compressed x with no y", `02${"00".repeat(31)}07`, "Not every x is on the curve."],
  ["the origin", `04${zeros}${zeros}`, "b is not zero."],
  ["x and y exchanged", `04${y}${x}`, "Each coordinate is valid, but the point is not."],
  ["y one bit off", `04${x}${yBeside}`, "The equation is checked, not only the form."],
  ["y of zero", `04${x}${zeros}`, "The equation is checked, not only the form."],
  ["a point of secp256k1", `04${FOREIGN}`, "Another curve of the same size."]
]
