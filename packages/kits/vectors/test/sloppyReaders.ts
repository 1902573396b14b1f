import { createPublicKey, ECDH, verify } from "node:crypto"
import type { Input } from "@countersign/vector-generator"
import {
  decodeBase64Url,
  decodeStamp,
  encodeBase64Url,
  encodeHex,
  encodeUtf8,
  fromPointBytes,
  type Json,
  oidcNonce,
  open,
  openWalletExport,
  parsePublicKey,
  passkeyChallenge,
  publicKeyOf,
  sha256,
  sha256Hex,
  uncompressedBytes,
  verifyP256,
  verifySignedBundle,
  verifyVerificationToken,
  WireError
} from "@countersign/wire"
import type { Fields } from "../src/index.ts"

/** A plausible reader built on a platform's own functions, and the case that detects its fault. */
export interface SloppyReader {
  readonly says: string
  readonly operation: string
  /** Throws any error to refuse its input. */
  readonly read: (input: Input) => Fields | Promise<Fields>
  readonly foundBy: string
  /** Set for a reader that is also wrong about valid input, and detected by a valid case. */
  readonly failsOnGood?: boolean
}

const hex = (text: string): string => Buffer.from(text, "hex").toString("hex")
const parsed = (text: string): Json => JSON.parse(text)
const members = (text: string): Readonly<Record<string, string>> => JSON.parse(text)
const base64 = (text: string): string => Buffer.from(text, "base64").toString("utf8")
const held = (verdict: boolean, value: string): Fields => {
  if (!verdict) throw new Error("refused")
  return { [value]: true }
}
/** Returns the envelope's data if `signer` has signed it. */
const bundleOf = (text: string, signer: string): string => {
  const { data = "", dataSignature = "" } = members(text.replace(/^'|'$/gu, ""))
  held(verifyP256(Buffer.from(data, "hex"), Buffer.from(dataSignature, "hex"), parsePublicKey(signer)), "")
  return data
}
const tokenOf = (token: string, signer: string): Readonly<Record<string, string>> => {
  const [head = "", body = "", signature = ""] = token.split(".")
  const point = uncompressedBytes(parsePublicKey(signer))
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(encodeBase64Url)
  const key = createPublicKey({ key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, format: "jwk" })
  const bytes = Buffer.from(signature, "base64url")
  held(verify("sha256", Buffer.from(`${head}.${body}`), { key, dsaEncoding: "ieee-p1363" }, bytes), "")
  return members(base64(body))
}

/** Each reader is right about every valid case unless `failsOnGood` is set. */
export const sloppyReaders: ReadonlyArray<SloppyReader> = [
  {
    says: "hex by a decoder that stops at the first foreign character",
    operation: "decodeHex",
    read: (input) => ({ bytes: hex(input.text("text")) }),
    foundBy: "a letter after f"
  },
  {
    says: "base64 by a decoder that skips foreign characters",
    operation: "decodeBase64",
    read: (input) => ({ bytes: Buffer.from(input.text("text"), "base64").toString("hex") }),
    foundBy: "spare bits set, two of them"
  },
  {
    says: "base64url by a decoder that knows both alphabets",
    operation: "decodeBase64Url",
    read: (input) => ({ bytes: Buffer.from(input.text("text"), "base64url").toString("hex") }),
    foundBy: "the symbols of standard base64"
  },
  {
    says: "UTF-8 by a decoder that repairs",
    operation: "decodeUtf8",
    read: (input) => ({ text: new TextDecoder().decode(input.bytes("bytes")) }),
    foundBy: "a surrogate in three bytes"
  },
  {
    says: "JSON by the platform's parser",
    operation: "parseStrictJson",
    read: (input) => ({ value: parsed(input.text("text")) }),
    foundBy: "a key twice"
  },
  {
    says: "a digest in whatever case",
    operation: "checkSha256Hex",
    read: (input) => held(sha256Hex(input.text("text")) === input.text("digest").toLowerCase(), "matches"),
    foundBy: "upper case"
  },
  {
    says: "a point by OpenSSL, which takes hybrid ones",
    operation: "parsePublicKey",
    read: (input) => {
      const forms = (["compressed", "uncompressed"] as const).map((form) =>
        ECDH.convertKey(input.text("text"), "prime256v1", "hex", "hex", form)
      )
      return { publicKey: String(forms[0]), uncompressed: String(forms[1]) }
    },
    foundBy: "an odd hybrid point"
  },
  {
    says: "a client's key by its pattern alone",
    operation: "checkClientPublicKey",
    read: (input) => held(/^04[0-9a-fA-F]{128}$/u.test(input.text("text")), "matches"),
    foundBy: "off the curve, for a client"
  },
  {
    says: "DER without its lengths",
    operation: "decodeDerSignature",
    read: (input) => {
      const der = input.text("der")
      const r = der.slice(8, 8 + 2 * Number.parseInt(der.slice(6, 8), 16))
      const s = der.slice(
        8 + r.length + 4,
        8 + r.length + 4 + 2 * Number.parseInt(der.slice(10 + r.length, 12 + r.length), 16)
      )
      if (s === "") throw new Error("refused")
      return { r: BigInt(`0x${r}`).toString(16).padStart(64, "0"), s: BigInt(`0x${s}`).toString(16).padStart(64, "0") }
    },
    foundBy: "a byte after the sequence"
  },
  {
    says: "signatures with s in the lower half only",
    operation: "verifyP256",
    read: (input) => {
      const signature = input.text("signature")
      const s = BigInt(`0x${signature.slice(-64)}`)
      held(s <= 0x7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8n, "")
      return held(verifyP256(input.bytes("message"), input.bytes("signature"), input.key("publicKey")), "verified")
    },
    foundBy: "s in the upper half",
    failsOnGood: true
  },
  {
    says: "a sealed value whose key is in whatever form of the point",
    operation: "open",
    read: async (input) => {
      const enc = uncompressedBytes(fromPointBytes(input.bytes("enc")))
      const sealed = { enc, ciphertext: input.bytes("ciphertext") }
      return {
        plaintext: encodeHex(await open({ recipientPrivateKey: input.bytes("recipientTestPrivateKey"), sealed }))
      }
    },
    foundBy: "enc compressed"
  },
  {
    says: "a bundle under the key it brings along",
    operation: "verifySignedBundle",
    read: (input) => {
      const { enclaveQuorumPublic = "" } = members(input.text("text").replace(/^'|'$/gu, ""))
      return { data: encodeHex(verifySignedBundle(input.text("text"), parsePublicKey(enclaveQuorumPublic))) }
    },
    foundBy: "a signer of its own, rightly signed"
  },
  {
    says: "a bundle without the signer it names",
    operation: "verifySignedBundle",
    read: (input) => ({ data: bundleOf(input.text("text"), input.text("trustedSigner")) }),
    foundBy: "the name of another signer"
  },
  {
    says: "a target in whatever form of the point",
    operation: "verifyOtpTargetBundle",
    read: (input) => {
      const data = bundleOf(input.text("text"), input.text("trustedSigner"))
      return { target: parsePublicKey(members(Buffer.from(data, "hex").toString()).targetPublic ?? "") }
    },
    foundBy: "a compressed target, signed"
  },
  {
    says: "what is in an OTP bundle without looking for more",
    operation: "parseOtpPlaintext",
    read: (input) => {
      const { otp_code = "", public_key = "" } = members(Buffer.from(input.bytes("plaintext")).toString())
      return { code: held(otp_code !== "", "") && otp_code, publicKey: parsePublicKey(public_key) }
    },
    foundBy: "a third member inside"
  },
  {
    says: "a session key without its checksum",
    operation: "decodeSessionSigningKey",
    read: (input) => {
      const payload = base58(input.text("text")).slice(0, 162)
      const point = uncompressedBytes(parsePublicKey(payload.slice(0, 66)))
      held(payload.length === 162, "")
      return { enc: encodeHex(point), ciphertext: payload.slice(66) }
    },
    foundBy: "a checksum of one SHA-256"
  },
  {
    says: "a stamp by the platform's own decoders",
    operation: "decodeStamp",
    read: (input) => {
      const { publicKey = "", scheme, signature = "" } = members(base64(input.text("header")))
      held(scheme === "SIGNATURE_SCHEME_TK_API_P256", "")
      return { publicKey: parsePublicKey(publicKey), signature: hex(signature) }
    },
    foundBy: "raw r and s, 64 bytes"
  },
  {
    says: "a stamp over the payload's value, written anew",
    operation: "verifyStamp",
    read: (input) => {
      const { publicKey, signature } = decodeStamp(input.text("header"))
      const writings = [0, 2].map((indent) => JSON.stringify(JSON.parse(input.text("payload")), null, indent))
      return held(
        writings.some((text) => verifyP256(encodeUtf8(text), signature, publicKey)),
        "verified"
      )
    },
    foundBy: "the payload written anew with white space"
  },
  {
    says: "a challenge by the bytes it decodes to",
    operation: "checkPasskeyChallenge",
    read: (input) => {
      const { accepted } = passkeyChallenge(input.text("payload"))
      const received = Buffer.from(input.text("received"), "base64")
      return held(
        accepted.some((text) => received.equals(decodeBase64Url(text))),
        "matches"
      )
    },
    foundBy: "spare bits set"
  },
  {
    says: "a nonce over the bytes of the key",
    operation: "checkOidcNonce",
    read: (input) =>
      held(
        [
          encodeHex(sha256(Buffer.from(input.text("clientPublicKey"), "hex"))),
          oidcNonce(input.text("clientPublicKey"))
        ].includes(input.text("nonce")),
        "matches"
      ),
    foundBy: "the bytes of the key hashed"
  },
  {
    says: "a compact JWS by splitting and the platform's own decoders",
    operation: "parseCompactJws",
    read: (input) => {
      const [head = "", body = "", signature = ""] = input.text("text").split(".")
      return { header: parsed(base64(head)), payload: parsed(base64(body)), signed: `${head}.${body}`, signature }
    },
    foundBy: "a claim twice"
  },
  {
    says: "a verification token by its signature and end alone",
    operation: "verifyVerificationToken",
    read: (input) => {
      const claims = tokenOf(input.text("token"), input.text("signer"))
      held(input.number("nowMs") < Number(claims.exp), "")
      return { claims }
    },
    foundBy: "algorithm none"
  },
  {
    says: "a verification token that still counts at its end",
    operation: "verifyVerificationToken",
    read: (input) => ({
      claims: { ...verifyVerificationToken(input.text("token"), input.key("signer"), input.number("nowMs") - 1) }
    }),
    foundBy: "at its very end"
  },
  {
    says: "a wallet export of whatever organization it names",
    operation: "openWalletExport",
    read: async (input) => {
      const data = Buffer.from(bundleOf(input.text("text"), input.text("trustedSigner")), "hex").toString()
      return {
        mnemonic: await openWalletExport({
          text: input.text("text"),
          trustedSigner: input.key("trustedSigner"),
          organizationId: members(data).organizationId ?? "",
          recipientPrivateKey: input.bytes("recipientTestPrivateKey")
        })
      }
    },
    foundBy: "another organization"
  },
  {
    says: "an id in whatever case of its prefix",
    operation: "parseId",
    read: (input) => {
      const { text } = input
      const [, uuid] =
        new RegExp(`^${text("prefix")}:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`, "iu").exec(text("text")) ?? []
      held(uuid !== undefined, "")
      return { id: `${text("prefix")}:${uuid?.toLowerCase()}` }
    },
    foundBy: "a prefix in lower case"
  },
  {
    says: "private scalars modulo n",
    operation: "publicKeyOf",
    read: (input) => {
      const scalar =
        BigInt(`0x${input.text("testPrivateKey")}`) %
        0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
      const publicKey = publicKeyOf(Buffer.from(scalar.toString(16).padStart(64, "0"), "hex"))
      return { publicKey, uncompressed: encodeHex(uncompressedBytes(publicKey)) }
    },
    foundBy: "2^256 - 1"
  }
]

/** Returns the bytes of base58 in hex, without checking the last four. */
const base58 = (text: string): string => {
  const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
  let number = 0n
  for (const symbol of text) {
    if (!alphabet.includes(symbol)) throw new WireError("BUNDLE_MALFORMED", "No symbol of base58")
    number = number * 58n + BigInt(alphabet.indexOf(symbol))
  }
  const digits = number.toString(16)
  return digits.length % 2 === 0 ? digits : `0${digits}`
}
