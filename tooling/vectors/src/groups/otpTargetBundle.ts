import type { Check, Fields } from "@countersign/vectors"
import {
  decodeUtf8,
  encodeUtf8,
  type Json,
  makeOtpTargetBundle,
  verifyOtpTargetBundle,
  verifySignedBundle
} from "@countersign/wire"
import { envelope, envelopeOf, foreign, UNTRUSTED } from "../envelope.ts"
import { type Group, valid, wrong } from "../Group.ts"
import { listOf, textOf } from "../Input.ts"
import { attacker, hexOf, recipient, signer, signingOf } from "../signing.ts"

export const otpTargetBundle: Group = {
  name: "otpTargetBundle",
  about:
    "The signed bundle with the key that a client seals its one-time code to: its data is JSON text whose first key is targetPublic, an uncompressed point.",
  operations: {
    makeOtpTargetBundle: {
      says: "Writes the bundle for target; extra is a list of additional keys and texts, in order. data is the signed JSON text.",
      run: async (input) => {
        const signing = signingOf(input.bytes("signerTestPrivateKey"))
        const extra = Object.fromEntries(input.list("extra").map(pairOf))
        const text = await makeOtpTargetBundle({ target: input.key("target"), extra, ...signing })
        return { data: decodeUtf8(verifySignedBundle(text, signing.signer)), text }
      }
    },
    verifyOtpTargetBundle: {
      says: "Reads the bundle and returns the key that trustedSigner signed.",
      run: (input) => ({ ...verifyOtpTargetBundle(input.text("text"), input.key("trustedSigner")) })
    }
  },
  cases: () => ({
    makeOtpTargetBundle: [
      valid("the target alone", making([]), { data: DATA, text: good }),
      valid(
        "further keys",
        making([
          ["issuedAt", "1775681700000"],
          ["note", 'say "é"']
        ])
      ),
      ...EXTRAS.map(([name, key, text, why]) => wrong(name, making([[key, text]]), "BUNDLE_MALFORMED", why))
    ],
    verifyOtpTargetBundle: [
      valid("the target alone, read", trusting(good), { target: recipient.compressed }),
      ...[
        ["further keys, read", `${DATA.slice(0, -1)},"more":{"a":1}}`],
        ["the target in upper case", DATA.replace(full, full.toUpperCase())]
      ].map(([name = "", data = ""]) => valid(name, trusting(envelopeOf(data)), { target: recipient.compressed })),
      ...SIGNED.map(([name, data, why]) => wrong(name, trusting(envelopeOf(data)), "BUNDLE_MALFORMED", why)),
      ...BUNDLES.map(([name, text, check, why]) => wrong(name, trusting(text), check, why))
    ]
  })
}

const full = recipient.uncompressed
const DATA = `{"targetPublic":"${full}"}`
const good = envelopeOf(DATA)
const OTHER = `{"targetPublic":"${attacker.uncompressed}"}`
const own = foreign(encodeUtf8(OTHER))
const trusting = (text: string): Fields => ({ text, trustedSigner: signer.compressed })

const making = (extra: ReadonlyArray<readonly [string, string]>): Fields => ({
  target: recipient.compressed,
  extra,
  signerTestPrivateKey: signer.scalar
})

const pairOf = (pair: Json): readonly [string, string] => {
  const [key, value, ...rest] = listOf(pair).map(textOf)
  if (key === undefined || value === undefined || rest.length > 0) throw new TypeError("No pair of texts")
  return [key, value]
}

const OFF_CURVE = `04${"11".repeat(64)}`
const NOT_UTF8 = envelope(Uint8Array.of(0xff))
const SWAPPED = envelope(encodeUtf8(DATA), { data: hexOf(OTHER) })

const EXTRAS = [
  ["a second target", "targetPublic", attacker.uncompressed, "The key would be repeated."],
  ["a NUL in an extra text", "note", "a\u0000b", "A strict reader would refuse it."]
] as const

const BUNDLES: ReadonlyArray<readonly [name: string, text: string, check: Check, why: string]> = [
  ["data that is not UTF-8, signed", NOT_UTF8, "BUNDLE_MALFORMED", "RFC 8259 section 8.1: JSON is UTF-8."],
  [
    "the key swapped, the signature kept",
    SWAPPED,
    "BUNDLE_SIGNATURE_INVALID",
    "An attacker who relays the bundle could read the code."
  ],
  ["the bundle of another signer", own, "BUNDLE_SIGNER_UNTRUSTED", UNTRUSTED],
  ["no bundle", "{}", "BUNDLE_MALFORMED", "All four members."]
]

const SIGNED: ReadonlyArray<readonly [name: string, data: string, why: string]> = [
  ["no target, signed", "{}", "There is no key to seal to."],
  ["a compressed target, signed", `{"targetPublic":"${recipient.compressed}"}`, "Uncompressed only: 130 characters."],
  ["a target off the curve, signed", `{"targetPublic":"${OFF_CURVE}"}`, "A signature does not make a point valid."],
  ["a target twice, signed", `{"targetPublic":"${full}","targetPublic":"${full}"}`, "A key may occur only once."],
  ["a target in a list, signed", `{"targetPublic":["${full}"]}`, "A string."],
  ["the target's hex alone, signed", full, "It is JSON."],
  ["null, signed", "null", "An object."]
]
