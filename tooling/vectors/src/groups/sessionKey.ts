import type { Fields } from "@countersign/vectors"
import {
  decodeHex,
  decodeSessionSigningKey,
  encodeHex,
  encodeSessionSigningKey,
  openSessionSigningKey,
  publicKeyOf,
  seal,
  sealSessionSigningKey,
  sha256
} from "@countersign/wire"
import { base58 } from "@scure/base"
import { type Group, valid, wrong } from "../Group.ts"
import { attacker, ephemeral, hexOf, RANGE, recipient, session, ZERO } from "../signing.ts"

const base58Of = (hex: string): string => base58.encode(decodeHex(hex))

/** Base58check of bytes in hex, without a version byte. wire itself encodes only valid payloads. */
const base58check = (hex: string): string => base58Of(hex + encodeHex(sha256(sha256(decodeHex(hex)))).slice(0, 8))

/** The first four bytes of one SHA-256, where base58check has two. */
const checksumOfOne = (hex: string): string => encodeHex(sha256(decodeHex(hex))).slice(0, 8)

export const sessionKey: Group = {
  name: "sessionKey",
  about:
    "A session's private scalar, sealed to the client's key: base58check without a version byte of the compressed enc (33 bytes) and the ciphertext with its tag (48 bytes).",
  operations: {
    sealSessionSigningKey: {
      says: "Seals the scalar to recipient with a fixed ephemeral key and writes the text.",
      run: async (input) => ({
        text: await sealSessionSigningKey({
          privateKey: input.bytes("sessionTestPrivateKey"),
          recipient: input.key("recipient"),
          ephemeralPrivateKey: input.bytes("ephemeralTestPrivateKey")
        })
      })
    },
    encodeSessionSigningKey: {
      says: "Writes enc (65 bytes) and ciphertext as text.",
      run: (input) => ({
        text: encodeSessionSigningKey({ enc: input.bytes("enc"), ciphertext: input.bytes("ciphertext") })
      })
    },
    decodeSessionSigningKey: {
      says: "Reads at most 512 characters to enc, expanded to 65 bytes, and ciphertext.",
      run: (input) => {
        const { enc, ciphertext } = decodeSessionSigningKey(input.text("text"))
        return { enc: encodeHex(enc), ciphertext: encodeHex(ciphertext) }
      }
    },
    openSessionSigningKey: {
      says: "All steps together: reads the text, opens it with the recipient's scalar, and returns the session's scalar and its public key.",
      run: async (input) => {
        const scalar = await openSessionSigningKey(input.text("text"), input.bytes("recipientTestPrivateKey"))
        return { sessionTestPrivateKey: encodeHex(scalar), publicKey: publicKeyOf(scalar) }
      }
    }
  },
  cases: async () => ({
    sealSessionSigningKey: [
      valid("a session's scalar", sealing(session.scalar), { text: KNOWN }),
      valid("a scalar that starts with zero bytes", sealing(SMALL)),
      ...SCALARS.map(([name, scalar, why]) => wrong(name, sealing(scalar), "SCALAR_INVALID", why))
    ],
    encodeSessionSigningKey: [
      valid("the same, from its parts", { enc: ephemeral.uncompressed, ciphertext: CIPHERTEXT }, { text: KNOWN }),
      ...PARTS.map(([name, enc, ciphertext, why]) => wrong(name, { enc, ciphertext }, "BUNDLE_MALFORMED", why))
    ],
    decodeSessionSigningKey: [
      valid("to its parts", { text: KNOWN }, { enc: ephemeral.uncompressed, ciphertext: CIPHERTEXT }),
      ...TEXTS.map(([name, text, why]) => wrong(name, { text }, "BUNDLE_MALFORMED", why)),
      wrong(
        "hex text of the scalar inside",
        { text: await textOf(hexOf(session.scalar)) },
        "BUNDLE_MALFORMED",
        "The 32 bytes are sealed, not their hex."
      )
    ],
    openSessionSigningKey: [
      valid("as it is made", opening(KNOWN), {
        sessionTestPrivateKey: session.scalar,
        publicKey: session.compressed
      }),
      valid("a scalar that starts with zero bytes, opened", opening(await textOf(SMALL))),
      valid("made by another library", opening(FOREIGN, FOREIGN_KEY), {
        sessionTestPrivateKey: FOREIGN_SCALAR,
        publicKey: publicKeyOf(decodeHex(FOREIGN_SCALAR))
      }),
      wrong("another recipient", opening(KNOWN, attacker.scalar), "OPEN_FAILED", "Sealed to another key."),
      wrong("a recipient's key of zero", opening(KNOWN, ZERO), "SCALAR_INVALID", RANGE),
      wrong(
        "a bit of the tag, the checksum right",
        opening(base58check(PAYLOAD.replace(/e$/u, "f"))),
        "OPEN_FAILED",
        "A valid checksum does not authenticate the content."
      ),
      wrong("a sealed zero", opening(await textOf(ZERO)), "OPEN_FAILED", "Not a scalar."),
      wrong("a symbol changed", opening(KNOWN.replace(/.$/u, "S")), "BUNDLE_MALFORMED", "The checksum is wrong.")
    ]
  })
}

const sealing = (sessionTestPrivateKey: string): Fields => ({
  sessionTestPrivateKey,
  recipient: recipient.compressed,
  ephemeralTestPrivateKey: ephemeral.scalar
})
const opening = (text: string, recipientTestPrivateKey = recipient.scalar): Fields => ({
  text,
  recipientTestPrivateKey
})

/** Returns the text of any sealed bytes, a scalar or not. */
const textOf = async (plaintext: string): Promise<string> => {
  const sealed = await seal({
    recipient: recipient.compressed,
    plaintext: decodeHex(plaintext),
    ephemeralPrivateKey: decodeHex(ephemeral.scalar)
  })
  return base58check(ephemeral.compressed + encodeHex(sealed.ciphertext))
}

const SMALL = `0000${"07".repeat(30)}`
const CIPHERTEXT = "3b7fa6fbd4247dae8d93f6e4fc8381980c871686b94da50de4412b89bf738c14edc8bf53e006c0e61153b5c226053a1e"
const PAYLOAD: string = ephemeral.compressed + CIPHERTEXT
const KNOWN =
  "dfAFWbw2SftoSMLGzCyFLdxJ5taCKzmYo59Va222ZpmSAjR1fiebfoZZpmnUbCiw5YxinwhUNMAMSa2s2m4oLD1UguSDMVLDh2CodA1JbZgdnyq1sLR"

/** Published with a third-party client library. */
const FOREIGN =
  "w99a5xV6A75TfoAUkZn869fVyDYvgVsKrawMALZXmrauZd8hEv66EkPU1Z42CUaHESQjcA5bqd8dynTGBMLWB9ewtXWPEVbZvocB4Tw2K1vQVp7uwjf"
const FOREIGN_KEY = "20fa65df11f24833790ae283fc9a0c215eecbbc589549767977994dc69d05a56"
const FOREIGN_SCALAR = "67ee05fc3bdf4161bc70701c221d8d77180294cefcfcea64ba83c4d4c732fcb9"

const PARTS = [
  [
    "a ciphertext of 47 bytes",
    ephemeral.uncompressed,
    CIPHERTEXT.slice(2),
    "A scalar is 32 bytes, including leading zeros."
  ],
  ["enc off the curve", `04${"11".repeat(64)}`, CIPHERTEXT, "A point on the curve."]
] as const

const SCALARS: ReadonlyArray<readonly [name: string, scalar: string, why: string]> = [
  ["a scalar of zero", ZERO, RANGE],
  ["a scalar of 31 bytes", "07".repeat(31), "Leading zero bytes are required: some libraries drop one in 256 keys."],
  ["a scalar of 33 bytes", `00${"07".repeat(32)}`, "A sign byte is not part of the scalar."]
]

const TEXTS: ReadonlyArray<readonly [name: string, text: string, why: string]> = [
  ["nothing", "", "No checksum."],
  ["base58 without the checksum", base58Of(PAYLOAD), "The last four bytes are a checksum."],
  ["a checksum of one SHA-256", base58Of(PAYLOAD + checksumOfOne(PAYLOAD)), "SHA-256 twice."],
  ["a version byte in front", base58check(`00${PAYLOAD}`), "No version byte."],
  ["enc uncompressed", base58check(ephemeral.uncompressed + CIPHERTEXT), "Compressed here, unlike in an OTP bundle."],
  ["a prefix of 04 on 33 bytes", base58check(`04${PAYLOAD.slice(2)}`), "02 or 03."],
  ["enc off the curve, in text", base58check(`02${"00".repeat(31)}07${CIPHERTEXT}`), "A point on the curve."],
  ["33 bytes and no ciphertext", base58check(ephemeral.compressed), "81 bytes."],
  ["82 bytes", base58check(`${PAYLOAD}00`), "81 bytes."],
  ["a symbol that base58 leaves out", KNOWN.replace("d", "0"), "0, O, I and l are left out."],
  ["a line feed at the end", `${KNOWN}\n`, "White space is not skipped."],
  ["a space in front", ` ${KNOWN}`, "White space is not skipped."],
  ["the payload in hex", PAYLOAD, "base58check."],
  ["513 characters", "2".repeat(513), "512 at most, judged before the work, which grows with the square."]
]
