import type { Check, Fields } from "@countersign/vectors"
import {
  decodeHex,
  decodeStamp,
  derToP1363,
  encodeBase64Url,
  encodeHex,
  encodeUtf8,
  STAMP_SCHEME,
  sha256,
  sha256Hex,
  signStamp,
  verifyStamp
} from "@countersign/wire"
import { checked, type Group, valid, wrong } from "../Group.ts"
import { malformedStamps } from "../malformedStamps.ts"
import { attacker, exchanged, flipS, payload, RANGE, recipient, ZERO } from "../signing.ts"

export const stamp: Group = {
  name: "stamp",
  about:
    "The header that signs a payload: unpadded base64url of JSON with publicKey (compressed point, hex), scheme and signature (DER, hex), in that order.",
  operations: {
    signStamp: {
      says: "Signs the UTF-8 bytes of payload exactly as received, by RFC 6979 with s in the lower half, and writes the header.",
      run: (input) => ({ header: signStamp(input.text("payload"), input.bytes("testPrivateKey")) })
    },
    decodeStamp: {
      says: "Reads at most 4,096 units of header to key and signature. Padding, other key orders, further members, white space, hex of either case and both forms of the point are accepted.",
      run: (input) => {
        const { publicKey, signature } = decodeStamp(input.text("header"))
        return { publicKey, signature: encodeHex(signature) }
      }
    },
    verifyStamp: {
      says: "Reads the header. Succeeds when its signature, s in either half, covers the UTF-8 bytes of payload under its own key.",
      run: (input) =>
        checked(isStamped(input.text("header"), input.text("payload")), "SIGNATURE_INVALID", { verified: true })
    }
  },
  cases: () => ({
    signStamp: [
      valid("a payload", { payload, testPrivateKey: recipient.scalar }, { header: good }),
      valid("a payload outside ASCII", { payload: '{"note":"schön ✓ 😀"}', testPrivateKey: recipient.scalar }),
      wrong("a key of zero", { payload, testPrivateKey: ZERO }, "SCALAR_INVALID", RANGE)
    ],
    decodeStamp: [
      ...READ.map(([name, header]) => valid(name, { header }, VALUE)),
      ...malformedStamps(payload, decodeHex(recipient.scalar)).flatMap(({ code, header, name, why }) =>
        why === undefined ? [] : [wrong(name, { header }, code, why)]
      ),
      wrong("a unit over its cap", { header: `${longest}A` }, "TOO_LONG", "4,096 units at most.")
    ],
    verifyStamp: [
      valid("s in the lower half", { header: good, payload }, { verified: true }),
      valid("s in the upper half", { header: withSignature(flipS(made)), payload }, { verified: true }),
      ...SIGNED.map(([name, changed, why, check = "SIGNATURE_INVALID"]) =>
        wrong(name, { header: good, payload, ...changed }, check, why)
      )
    ]
  })
}

const isStamped = (header: string, text: string) => verifyStamp(decodeStamp(header), text)

const publicKey: string = recipient.compressed
const bytes = encodeUtf8(payload)
const made = recipient.sign(bytes)
const signature = encodeHex(made)
const scheme = STAMP_SCHEME
const VALUE = { publicKey, signature }
const text = (json: string): string => encodeBase64Url(encodeUtf8(json))
const fields = (changed: Fields): string => text(JSON.stringify({ publicKey, scheme, signature, ...changed }))
const json = JSON.stringify({ publicKey, scheme, signature })
const good = text(json)
const padded = (header: string): string => header.padEnd(Math.ceil(header.length / 4) * 4, "=")
const withSignature = (der: Uint8Array): string => fields({ signature: encodeHex(der) })
const over = (signed: Uint8Array): Fields => ({ header: withSignature(recipient.sign(signed)) })
const overText = (signed: string): Fields => over(encodeUtf8(signed))

/** 4,096 units, since three bytes are four symbols. */
const longest = text(json.padEnd(3072))

const READ = [
  ["as it is made", good],
  ["the very cap", longest],
  ["padded", padded(text(`${json} `))],
  ["in another order", text(JSON.stringify({ signature, scheme, publicKey }))],
  ["with further members", fields({ extra: { deep: [1] } })],
  ["with white space", text(JSON.stringify({ publicKey, scheme, signature }, null, 2))],
  ["hex in upper case", fields({ publicKey: publicKey.toUpperCase(), signature: signature.toUpperCase() })],
  ["the point uncompressed", fields({ publicKey: recipient.uncompressed })],
  ["a key name in escapes", text(json.replace("publicKey", "public\\u004bey"))]
] as const

const RAW = fields({ signature: encodeHex(derToP1363(made)) })

const value: unknown = JSON.parse(payload)
const reversed = '{"type":"ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2","timestampMs":"1775681700000",'
const inAnotherOrder = `${reversed}"organizationId":"org_test","parameters":{"targetPublicKey":"${recipient.uncompressed}"}}`

const AS_RECEIVED = "The received text is signed, never a serialization of its value."
const NO_DIGEST = "The signer hashes the text: do not hash it before."

const SIGNED: ReadonlyArray<readonly [name: string, changed: Fields, why: string, check?: Check]> = [
  ["the payload written anew with white space", overText(JSON.stringify(value, null, 2)), AS_RECEIVED],
  ["the payload written anew in another order", overText(inAnotherOrder), AS_RECEIVED],
  [
    "the payload as a JSON string",
    overText(JSON.stringify(payload)),
    "Decode the JSON of the response first, then sign the string."
  ],
  ["a line feed after the payload", overText(`${payload}\n`), "No additional byte."],
  ["a byte order mark before the payload", overText(`\ufeff${payload}`), "No additional byte."],
  ["the payload hashed twice", over(sha256(bytes)), NO_DIGEST],
  ["the payload's digest in hex", overText(sha256Hex(payload)), NO_DIGEST],
  ["the payload in hex", overText(encodeHex(bytes)), "The bytes of the text are signed, not their hex."],
  ["the payload in UTF-16", over(Uint8Array.from([...bytes].flatMap((unit) => [unit, 0]))), "The bytes are UTF-8."],
  ["another payload", { payload: payload.replace("org_test", "org_text") }, "The stamp is for another payload."],
  ["an empty payload", { payload: "" }, "The stamp is for another payload."],
  [
    "the key of somebody else",
    { header: fields({ publicKey: attacker.compressed }) },
    "The signature must be by the key in the stamp."
  ],
  ["r and s exchanged", { header: withSignature(exchanged(made)) }, "r comes first."],
  ["raw r and s in place of DER", { header: RAW }, "DER, hex, in the header.", "STAMP_MALFORMED"]
]
