import type { Fields } from "@countersign/vectors"
import { encodeHex, encodeUtf8, open, parseOtpBundle, parseOtpPlaintext, seal, sealOtpBundle } from "@countersign/wire"
import { type Group, valid, wrong } from "../Group.ts"
import { attacker, client, ephemeral, hexOf, recipient } from "../signing.ts"

export const otpBundle: Group = {
  name: "otpBundle",
  about:
    "The code that a user typed and the public key of the session, sealed to the target: JSON of encappedPublic and ciphertext, in hex, around JSON of otp_code and public_key.",
  operations: {
    sealOtpBundle: {
      says: "Seals code and publicKey, as given, to target with a fixed ephemeral key.",
      run: async (input) => ({
        text: await sealOtpBundle({
          code: input.text("code"),
          publicKey: input.text("publicKey"),
          target: input.key("target"),
          ephemeralPrivateKey: input.bytes("ephemeralTestPrivateKey")
        })
      })
    },
    parseOtpBundle: {
      says: "Reads at most 4,096 units of text to enc and ciphertext: exactly two members, enc an uncompressed point on the curve, ciphertext longer than its tag.",
      run: (input) => {
        const { enc, ciphertext } = parseOtpBundle(input.text("text"))
        return { enc: encodeHex(enc), ciphertext: encodeHex(ciphertext) }
      }
    },
    parseOtpPlaintext: {
      says: "Reads opened bytes to the code (1 to 64 printable ASCII characters) and the key: exactly two members, at most 1,024 units.",
      run: (input) => ({ ...parseOtpPlaintext(input.bytes("plaintext")) })
    },
    openOtpBundle: {
      says: "All steps together: reads the text, opens it with the target's scalar, and reads the plaintext.",
      run: async (input) => {
        const sealed = parseOtpBundle(input.text("text"))
        const recipientPrivateKey = input.bytes("targetTestPrivateKey")
        return { ...parseOtpPlaintext(await open({ recipientPrivateKey, sealed })) }
      }
    }
  },
  cases: async () => {
    const good = await sealOtpBundle({ code: CODE, publicKey: client.uncompressed, target, ephemeralPrivateKey })
    const outside = JSON.stringify(await sealedText(JSON.stringify({ otpCode: CODE, publicKey: client.uncompressed })))
    return {
      sealOtpBundle: [
        valid("an uncompressed key, 183 bytes of ciphertext", sealing(CODE, client.uncompressed), { text: good }),
        valid("a compressed key, 119 bytes of ciphertext", sealing(CODE, client.compressed)),
        valid("a code of 64 characters with a quote", sealing(`"${"x".repeat(63)}`, client.compressed)),
        ...CODES.map(([name, code, why]) => wrong(name, sealing(code, client.compressed), UNREADABLE, why)),
        wrong("a key off the curve, to be sealed", sealing(CODE, OFF_CURVE), UNREADABLE, "The service would refuse it.")
      ],
      openOtpBundle: [
        valid("as it is made", opening(good), { code: CODE, publicKey: client.compressed }),
        wrong("sealed to another target", opening(good, attacker), "OPEN_FAILED", "A target belongs to one challenge."),
        wrong(
          "a digit of the ciphertext changed",
          opening(good.replace(/.(?="\}$)/u, (last) => (last === "0" ? "1" : "0"))),
          "OPEN_FAILED",
          "The tag covers every bit."
        ),
        wrong("camel case inside", opening(outside), UNREADABLE, "otp_code and public_key.")
      ],
      parseOtpBundle: [
        valid("in this order, lower case", { text: written({}) }, VALUE),
        valid(
          "in the other order, upper case",
          { text: JSON.stringify({ ciphertext: CIPHERTEXT.toUpperCase(), encappedPublic: ENC.toUpperCase() }) },
          VALUE
        ),
        valid("the shortest ciphertext", { text: written({ ciphertext: "00".repeat(17) }) }),
        valid("the very cap", { text: written({}).padEnd(4096) }, VALUE),
        ...BUNDLES.map(([name, text, why]) => wrong(name, { text }, "BUNDLE_MALFORMED", why))
      ],
      parseOtpPlaintext: [
        valid("inside, in this order", { plaintext: plain({}) }, INSIDE),
        valid(
          "inside, in the other order, upper case",
          { plaintext: hexOf(`{"public_key":"${client.uncompressed.toUpperCase()}","otp_code":"${CODE}"}`) },
          INSIDE
        ),
        valid("inside, the very cap", { plaintext: spaced(1024) }, INSIDE),
        ...PLAINTEXTS.map(([name, plaintext, why]) => wrong(name, { plaintext }, UNREADABLE, why))
      ]
    }
  }
}

const UNREADABLE = "OTP_PLAINTEXT_MALFORMED"
const CODE = "000000"
const ENC = ephemeral.uncompressed
const CIPHERTEXT = "ab".repeat(40)
const OFF_CURVE = `02${"00".repeat(31)}07`
const VALUE = { enc: ENC, ciphertext: CIPHERTEXT }
const INSIDE = { code: CODE, publicKey: client.compressed }
const target = recipient.compressed
const ephemeralPrivateKey = new Uint8Array(32).fill(0x11)

const sealing = (code: string, publicKey: string): Fields => ({
  code,
  publicKey,
  target,
  ephemeralTestPrivateKey: ephemeral.scalar
})
const opening = (text: string, by = recipient): Fields => ({ text, targetTestPrivateKey: by.scalar })
const written = (changed: Fields): string => JSON.stringify({ encappedPublic: ENC, ciphertext: CIPHERTEXT, ...changed })
const plain = (changed: Fields): string =>
  hexOf(JSON.stringify({ otp_code: CODE, public_key: client.uncompressed, ...changed }))

/** The plaintext with trailing white space. */
const spaced = (units: number): string => plain({}).padEnd(2 * units, hexOf(" "))

const sealedText = async (text: string): Promise<Fields> => {
  const { enc, ciphertext } = await seal({ recipient: target, plaintext: encodeUtf8(text), ephemeralPrivateKey })
  return { encappedPublic: encodeHex(enc), ciphertext: encodeHex(ciphertext) }
}

const CODES: ReadonlyArray<readonly [name: string, code: string, why: string]> = [
  ["an empty code", "", "One character or more."],
  ["a code of 65 characters", "x".repeat(65), "64 at most."],
  ["a code with a line feed", "000000\n", "Printable ASCII; many regular expressions accept a trailing line feed."],
  ["a code in full-width digits", "００００００", "Printable ASCII: convert keyboard input to ASCII before sealing."]
]

const COMPRESSED: string = ephemeral.compressed
const BUNDLES: ReadonlyArray<readonly [name: string, text: string, why: string]> = [
  ["nothing", "", "No JSON."],
  ["a list", JSON.stringify([ENC, CIPHERTEXT]), "An object."],
  ["no ciphertext", JSON.stringify({ encappedPublic: ENC }), "Both members."],
  ["a third member", written({ more: "" }), "Exactly two members."],
  ["a member twice", `{"ciphertext":"00",${written({}).slice(1)}`, "Readers differ on which value they use."],
  ["a tag and nothing more", written({ ciphertext: "00".repeat(16) }), "A sealed code is longer than its tag."],
  ["a ciphertext in base64", written({ ciphertext: "q6urq6s=" }), "It is hex."],
  ["a compressed point", written({ encappedPublic: COMPRESSED }), "Uncompressed here, unlike in a session key."],
  ["a hybrid point", written({ encappedPublic: `06${ENC.slice(2)}` }), "The prefix is 04."],
  ["a point off the curve", written({ encappedPublic: `04${"11".repeat(64)}` }), "A point on the curve."],
  ["a ciphertext in a list", written({ ciphertext: [CIPHERTEXT] }), "A string."],
  ["single quotes around it", `'${written({})}'`, "Quotes are removed only from a signed bundle."],
  ["a unit over its cap", written({}).padEnd(4097), "4,096 units at most."]
]

const TWICE = `{"otp_code":"1","otp_code":"2","public_key":"${client.compressed}"}`
const PLAINTEXTS: ReadonlyArray<readonly [name: string, plaintext: string, why: string]> = [
  ["a numeric code", plain({ otp_code: 0 }), "A string: a number would lose the zeros."],
  ["an empty code inside", plain({ otp_code: "" }), "One character or more."],
  ["a code with a line feed inside", plain({ otp_code: "000000\n" }), "Printable ASCII."],
  ["a code outside ASCII inside", plain({ otp_code: "００００００" }), "Printable ASCII."],
  ["a third member inside", plain({ admin: "1" }), "Exactly two members."],
  ["a code twice", hexOf(TWICE), "Readers differ on which value they use."],
  ["camel case", hexOf(JSON.stringify({ otpCode: CODE, publicKey: client.compressed })), "otp_code and public_key."],
  ["no key", hexOf(`{"otp_code":"${CODE}"}`), "Both members."],
  ["a key off the curve", plain({ public_key: OFF_CURVE }), "A point on the curve."],
  ["a list inside", hexOf(JSON.stringify([CODE, client.compressed])), "An object."],
  ["a byte order mark", `efbbbf${plain({})}`, "RFC 8259 section 8.1."],
  ["inside, a unit over its cap", spaced(1025), "1,024 units at most."]
]
