import type { Check, Fields } from "@countersign/vectors"
import { encodeHex, encodeUtf8, makeSignedBundle, verifySignedBundle } from "@countersign/wire"
import { envelope, foreign } from "../envelope.ts"
import { type Group, valid, wrong } from "../Group.ts"
import { attacker, exchanged, flipS, hexOf, signer, signingOf } from "../signing.ts"

export const signedBundle: Group = {
  name: "signedBundle",
  about:
    "The envelope of all data that the server signs: JSON of version, data, dataSignature (DER in hex, over the bytes of data) and enclaveQuorumPublic (the signer's uncompressed point).",
  operations: {
    makeSignedBundle: {
      says: "Writes the envelope of data, signed by RFC 6979 with s in the lower half.",
      run: async (input) => {
        const signing = signingOf(input.bytes("signerTestPrivateKey"))
        return { text: await makeSignedBundle({ data: input.bytes("data"), ...signing }) }
      }
    },
    verifySignedBundle: {
      says: "Reads at most 16,384 units of text and returns the data that trustedSigner signed. Ignores further members, and one ' at either end.",
      run: (input) => ({ data: encodeHex(verifySignedBundle(input.text("text"), input.key("trustedSigner"))) })
    }
  },
  cases: () => ({
    makeSignedBundle: [
      valid("some JSON", { data: hexOf(DATA), signerTestPrivateKey: signer.scalar }, { text: good }),
      valid("no data", { data: "", signerTestPrivateKey: signer.scalar })
    ],
    verifySignedBundle: [
      ...READ.map(([name, text]) => valid(name, trusting(text), { data: hexOf(DATA) })),
      valid("no data, signed", trusting(envelope(new Uint8Array())), { data: "" }),
      ...WRONG.flatMap(([check, rows]) => rows.map(([name, text, why]) => wrong(name, trusting(text), check, why)))
    ]
  })
}

const DATA = '{"a":1}'
const data = encodeUtf8(DATA)
const good = envelope(data)
const trusting = (text: string): Fields => ({ text, trustedSigner: signer.compressed })
const changed = (members: Fields): string => envelope(data, members)
const signed = (signature: Uint8Array): string => changed({ dataSignature: encodeHex(signature) })

const READ = [
  ["as it is made", good],
  ["one ' at either end", `'${good}'`],
  ["a further member", changed({ more: { a: [true] } })],
  ["the signer in upper case", changed({ enclaveQuorumPublic: signer.uncompressed.toUpperCase() })],
  ["the signer compressed", changed({ enclaveQuorumPublic: signer.compressed })],
  ["s in the upper half", signed(flipS(signer.sign(data)))],
  ["white space", JSON.stringify(JSON.parse(good), null, 2)],
  ["the very cap", good.padEnd(16_384)]
] as const

type Rows = ReadonlyArray<readonly [name: string, text: string, why: string]>

const UNSIGNED: Rows = [
  ["other data", changed({ data: hexOf('{"a":2}') }), "The signature covers the data."],
  [
    "data of the same value, written anew",
    changed({ data: hexOf('{"a": 1}') }),
    "The bytes are signed, not their value."
  ],
  [
    "a signature over the hex of data",
    signed(signer.sign(encodeUtf8(encodeHex(data)))),
    "The bytes are signed, not their hex."
  ],
  ["a signature by another key", signed(attacker.sign(data)), "The signature must be by the trusted signer."],
  ["r and s exchanged", signed(exchanged(signer.sign(data))), "r comes first."],
  ["raw r and s", changed({ dataSignature: "01".repeat(64) }), "DER is expected."],
  ["a byte after the signature", changed({ dataSignature: `${encodeHex(signer.sign(data))}00` }), "Strict DER."],
  ["an empty signature", changed({ dataSignature: "" }), "No signature."]
]

const UNTRUSTED: Rows = [
  [
    "a signer of its own, rightly signed",
    foreign(data),
    "The key in the envelope proves nothing; the trusted key is pinned."
  ],
  [
    "the name of another signer",
    changed({ enclaveQuorumPublic: attacker.uncompressed }),
    "The key in the envelope must be the trusted one."
  ]
]

const MALFORMED: Rows = [
  ["nothing", "", "No JSON."],
  ["null", "null", "An object."],
  ["a list", `[${good}]`, "An object."],
  ["JSON in a JSON string", JSON.stringify(good), "It must be decoded once more."],
  ["two ' at the start", `''${good}`, "At most one quote at either end is removed."],
  ["data named twice", good.replace("{", '{"data":"00",'), "Readers differ on which value they use."],
  ["another version", changed({ version: "v1.0.1" }), "The only version is v1.0.0."],
  ["version 1 as a number", changed({ version: 1 }), "A string."],
  ["no signature", changed({ dataSignature: null }), "All four members."],
  ["no signer", changed({ enclaveQuorumPublic: null }), "All four members."],
  ["an empty signer", changed({ enclaveQuorumPublic: "" }), "A point."],
  ["a signer off the curve", changed({ enclaveQuorumPublic: `04${"11".repeat(64)}` }), "A point on the curve."],
  ["data in base64", changed({ data: "eyJhIjoxfQ==" }), "It is hex."],
  ["a signature over its cap", changed({ dataSignature: "30".repeat(73) }), "72 bytes at most."],
  ["a unit over its cap", good.padEnd(16_385), "16,384 units at most."]
]

const WRONG: ReadonlyArray<readonly [check: Check, rows: Rows]> = [
  ["BUNDLE_SIGNATURE_INVALID", UNSIGNED],
  ["BUNDLE_SIGNER_UNTRUSTED", UNTRUSTED],
  ["BUNDLE_MALFORMED", MALFORMED]
]
