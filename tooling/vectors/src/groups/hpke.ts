import type { Fields } from "@countersign/vectors"
import { decodeHex, encodeHex, encodeUtf8, open, seal } from "@countersign/wire"
import { type Draft, type Group, valid, wrong } from "../Group.ts"
import { hpkeTrace, PROFILE, type Profile, sealAs } from "../hpkeTrace.ts"
import { attacker, client, ephemeral, hexOf, PRIME, RANGE, recipient, session, ZERO } from "../signing.ts"

export const hpke: Group = {
  name: "hpke",
  about:
    'HPKE base mode (RFC 9180): DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM; info is the ASCII bytes "turnkey_hpke"; aad is enc then the recipient\'s point, both uncompressed; one message a context.',
  operations: {
    seal: {
      says: "Seals plaintext to recipient with a fixed ephemeral key: enc is its uncompressed point, ciphertext ends with the tag of 16 bytes.",
      run: async (input) => {
        const sealed = await seal({
          recipient: input.key("recipient"),
          plaintext: input.bytes("plaintext"),
          ephemeralPrivateKey: input.bytes("ephemeralTestPrivateKey")
        })
        return { enc: encodeHex(sealed.enc), ciphertext: encodeHex(sealed.ciphertext) }
      }
    },
    keySchedule: {
      says: "Every step between two keys and the AEAD: RFC 9180 sections 4.1 and 5.1, to locate the first difference of a reader.",
      run: (input) => ({ ...hpkeTrace(input.text("ephemeralTestPrivateKey"), input.text("recipientTestPrivateKey")) })
    },
    open: {
      says: "Opens enc and ciphertext with the recipient's scalar.",
      run: async (input) => ({
        plaintext: encodeHex(
          await open({
            recipientPrivateKey: input.bytes("recipientTestPrivateKey"),
            sealed: { enc: input.bytes("enc"), ciphertext: input.bytes("ciphertext") }
          })
        )
      })
    }
  },
  cases: async () => {
    const good = await sealed({})
    const { enc, ciphertext } = good
    const otherwise = async ([name, profile, why]: readonly [string, Partial<Profile>, string]): Promise<Draft> =>
      wrong(name, await sealed(profile), "OPEN_FAILED", why)
    const changed = (name: string, fields: Fields, why: string): Draft =>
      wrong(name, { ...good, ...fields }, "OPEN_FAILED", why)
    return {
      seal: [
        valid("a session key", sealing(session.scalar), { enc: ephemeral.uncompressed, ciphertext: KNOWN }),
        valid("nothing", sealing("")),
        valid("text of two AES blocks and a bit", sealing(hexOf("thirty-five bytes, a little over 32"))),
        wrong("an ephemeral key of zero", { ...sealing("00"), ephemeralTestPrivateKey: ZERO }, "SCALAR_INVALID", RANGE)
      ],
      keySchedule: [
        valid("every step for the session key", between(ephemeral.scalar, recipient.scalar)),
        valid("every step for another pair", between(client.scalar, attacker.scalar))
      ],
      open: [
        valid("a session key, opened", { ...good, ciphertext: KNOWN }, { plaintext: session.scalar }),
        valid("nothing, opened", await sealed({ plaintext: "" }), { plaintext: "" }),
        ...(await Promise.all(PROFILES.map(otherwise))),
        changed("another recipient", { recipientTestPrivateKey: attacker.scalar }, "Sealed to another key."),
        changed("a bit of the ciphertext", { ciphertext: flipped(ciphertext, 0) }, "The tag covers every bit."),
        changed("a bit of the tag", { ciphertext: flipped(ciphertext, -1) }, "The whole tag is compared."),
        changed("a byte short", { ciphertext: ciphertext.slice(0, -2) }, "The tag is the last 16 bytes."),
        changed("a byte over", { ciphertext: `${ciphertext}00` }, "The tag is the last 16 bytes."),
        changed("less than a tag", { ciphertext: ciphertext.slice(0, 30) }, "Shorter than a tag."),
        changed("no ciphertext", { ciphertext: "" }, "Shorter than a tag."),
        changed("enc compressed", { enc: ephemeral.compressed }, "In HPKE, enc is uncompressed."),
        changed("enc of nothing", { enc: "" }, "65 bytes."),
        changed("enc hybrid", { enc: enc.replace(/^04/u, "06") }, "RFC 9180 section 7.1.1: the uncompressed form."),
        changed("enc off the curve", { enc: OFF_CURVE }, "RFC 9180 section 7.1.4: the point is validated."),
        changed("enc with an x of p", { enc: `04${PRIME}${enc.slice(66)}` }, "SEC 1 section 2.3.6."),
        changed("enc of another key", { enc: client.uncompressed }, "The shared secret differs."),
        wrong("a recipient's key of zero", { ...good, recipientTestPrivateKey: ZERO }, "SCALAR_INVALID", RANGE)
      ]
    }
  }
}

const between = (ephemeralTestPrivateKey: string, recipientTestPrivateKey: string): Fields => ({
  ephemeralTestPrivateKey,
  recipientTestPrivateKey
})

const sealing = (plaintext: string): Fields => ({
  plaintext,
  recipient: recipient.compressed,
  ephemeralTestPrivateKey: ephemeral.scalar
})

/** Returns the input of `open` for a session key that another profile sealed. */
const sealed = async (other: Partial<Profile> & { readonly plaintext?: string }) => {
  const { plaintext = session.scalar, ...profile } = other
  const ciphertext = await sealAs(
    { ...PROFILE, ...profile },
    { ephemeral: ephemeral.scalar, recipient: recipient.scalar, plaintext: decodeHex(plaintext) }
  )
  return {
    enc: ephemeral.uncompressed,
    ciphertext: encodeHex(ciphertext),
    recipientTestPrivateKey: recipient.scalar
  }
}

/** Hex with another digit at a position, which is counted from the end when it is negative. */
const flipped = (hex: string, at: number): string => [...hex].with(at, hex.at(at) === "0" ? "1" : "0").join("")

const KNOWN = "3b7fa6fbd4247dae8d93f6e4fc8381980c871686b94da50de4412b89bf738c14edc8bf53e006c0e61153b5c226053a1e"

const OFF_CURVE = `04${"11".repeat(64)}`

const POINTS = ephemeral.uncompressed + recipient.uncompressed
const PROFILES: ReadonlyArray<readonly [name: string, profile: Partial<Profile>, why: string]> = [
  ["an empty info", { info: new Uint8Array() }, "The info of the profile is 12 bytes."],
  ["info with a NUL after it", { info: encodeUtf8("turnkey_hpke\0") }, "The info of the profile is 12 bytes."],
  ["an empty aad", { aad: new Uint8Array() }, "The aad of the profile is 130 bytes."],
  ["aad of enc alone", { aad: decodeHex(ephemeral.uncompressed) }, "The recipient's point follows enc."],
  ["aad the other way round", { aad: decodeHex(recipient.uncompressed + ephemeral.uncompressed) }, "enc comes first."],
  ["aad of compressed points", { aad: decodeHex(ephemeral.compressed + recipient.compressed) }, "Both uncompressed."],
  ["aad in hex text", { aad: encodeUtf8(POINTS) }, "The aad consists of the bytes of the points."],
  ["the label of a draft", { version: "HPKE-07" }, 'RFC 9180 section 4: labels begin with "HPKE-v1".'],
  ["another AEAD id", { aead: "0001" }, "RFC 9180 section 7.3: 0002 is AES-256-GCM."],
  ["another KEM id", { kem: "0012" }, "RFC 9180 section 7.1: 0010 is DHKEM(P-256, HKDF-SHA256)."],
  ["a mode with a key shared before", { mode: 1 }, "RFC 9180 section 5.1: base mode is 00."],
  [
    "compressed points in the KEM context",
    { compressedContext: true },
    "RFC 9180 section 7.1.1: the uncompressed form."
  ],
  ["the second message of a context", { sequence: 1 }, "RFC 9180 section 5.2: one message, so the nonce is base_nonce."]
]
