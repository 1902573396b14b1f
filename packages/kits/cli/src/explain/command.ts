import { parsePublicKey, verifyOtpTargetBundle, WireError } from "@countersign/wire"
import { Command, InvalidArgumentError } from "commander"
import { EXIT, type Exit } from "../exit.ts"
import { type Finding, fails, passes, rendered } from "../Finding.ts"
import { fileOrText, fileOrWord } from "../fileOrText.ts"
import { jsonIn, objectIn } from "../json.ts"
import type { Terminal } from "../Terminal.ts"
import { explainIdToken } from "./idToken.ts"
import { explainSignature } from "./signedText.ts"
import { readStamp } from "./stampShape.ts"

/** The inputs. A pair is checked when both of its parts are present. */
interface Evidence {
  readonly stamp?: string | undefined
  readonly payload?: string | undefined
  /** The expected signing key. */
  readonly publicKey?: string | undefined
  readonly bundle?: string | undefined
  readonly bundleSigner?: string | undefined
  readonly idToken?: string | undefined
  readonly clientPublicKey?: string | undefined
}

interface Options extends Evidence {
  readonly at?: number
  readonly json?: boolean
}

/** `countersign explain`: reports the failed check and its likeliest cause. Sends nothing over the network. */
export const explainCommand = (terminal: Terminal, exitWith: (code: Exit) => void): Command =>
  new Command("explain")
    .description("Reports which check a stamp, a bundle or an id token fails, and why. Exits with 3 if one fails.")
    .option("--stamp <text>", "the signature header", fileOrText)
    .option("--payload <text>", "payloadToSign of the 202", fileOrText)
    .option("--public-key <hex>", "the public key of the session that should have signed", fileOrWord)
    .option("--bundle <text>", "otpEncryptionTargetBundle", fileOrText)
    .option("--bundle-signer <hex>", "the bundle-signing key that the client trusts", fileOrWord)
    .option("--id-token <text>", "oidcToken", fileOrWord)
    .option("--client-public-key <hex>", "the session key that the id token is for", fileOrWord)
    .option("--at <milliseconds>", "the time of the check; default now", millis)
    .addHelpText("after", "\nA text that begins with @ is read from that file, without the line break at its end.")
    .action((options: Options) => {
      const found = explain(options, options.at ?? Date.now())
      if (found.length === 0) {
        throw new Error(
          "Nothing to explain: pass --stamp with --payload, --bundle with --bundle-signer, or --id-token with --client-public-key"
        )
      }
      if (!rendered(terminal, options, found)) exitWith(EXIT.pending)
    })

const millis = (text: string): number => {
  const at = Number(text)
  if (!Number.isSafeInteger(at) || at < 0) throw new InvalidArgumentError("It must be milliseconds since the epoch.")
  return at
}

/** Runs every check of the service that is possible outside of it, in the same order, at a time in milliseconds. */
const explain = (evidence: Evidence, at: number): ReadonlyArray<Finding> => {
  const { bundle, bundleSigner, clientPublicKey, idToken, payload } = evidence
  return [
    ...(payload === undefined ? [] : explainPayload(payload, at)),
    ...stampOf(evidence),
    ...(bundle === undefined || bundleSigner === undefined ? [] : [explainBundle(bundle, bundleSigner)]),
    ...(idToken === undefined || clientPublicKey === undefined ? [] : explainIdToken(idToken, clientPublicKey, at))
  ]
}

const stampOf = ({ payload, publicKey, stamp: header }: Evidence): ReadonlyArray<Finding> => {
  if (header === undefined) return []
  const stamp = readStamp(header)
  if ("check" in stamp) return [stamp]
  return [
    passes("WALLET_SIGNATURE_MALFORMED"),
    ...(publicKey === undefined ? [] : [keyOf(stamp.publicKey, publicKey)]),
    ...(payload === undefined ? [] : [explainSignature(stamp, payload)])
  ]
}

const keyOf = (key: string, expected: string): Finding => {
  const check = "WALLET_SIGNATURE_KEY"
  try {
    if (parsePublicKey(expected) === key) return passes(check)
    const message = "Another key than the given one has signed. Is it of an older session, or of another device?"
    return fails(check, "OTHER_KEY", message)
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return fails(check, "KEY_NO_POINT", "The key of --public-key is not a point of P-256 in hex.")
  }
}

const CHECK = "OTP_TARGET_BUNDLE"

/** Explains a bundle that a client encrypts its code to, by the key that the client trusts. */
const explainBundle = (bundle: string, signer: string): Finding => {
  try {
    verifyOtpTargetBundle(bundle, parsePublicKey(signer))
    return passes(CHECK)
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return mistakeIn(error, bundle)
  }
}

const mistakeIn = ({ code, message }: WireError, bundle: string): Finding => {
  const known = MISTAKES[code]
  if (known !== undefined) return fails(CHECK, ...known)
  const fields = objectIn(bundle)
  if (typeof fields?.otpEncryptionTargetBundle === "string") {
    return fails(CHECK, "WHOLE_ANSWER", "This is the whole response. Use the text of otpEncryptionTargetBundle.")
  }
  if (fields === undefined && typeof jsonIn(bundle) === "string") {
    const quoted = "This is the JSON string of a bundle. Decode it once: the bundle is the text in it."
    return fails(CHECK, "STILL_QUOTED", quoted)
  }
  return fails(CHECK, "MALFORMED", message)
}

const NO_POINT = [
  "SIGNER_NO_POINT",
  "The trusted signer is not a point of P-256. Use bundleSigner of the service, in hex."
] as const

const MISTAKES: { readonly [Code in WireError["code"]]?: readonly [cause: string, message: string] } = {
  POINT_MALFORMED: NO_POINT,
  POINT_NOT_ON_CURVE: NO_POINT,
  BUNDLE_SIGNER_UNTRUSTED: [
    "OTHER_SIGNER",
    "The bundle is signed by a key that is not trusted: another service, another mode or an attack. Do not encrypt to it."
  ],
  BUNDLE_SIGNATURE_INVALID: [
    "CHANGED",
    "The bundle was changed after it was signed. Pass it on as text, unchanged. Do not encrypt to it."
  ]
}

const explainPayload = (payload: string, at: number): ReadonlyArray<Finding> => {
  const value = objectIn(payload)
  if (value === undefined)
    return [fails("PAYLOAD", "PAYLOAD_NO_JSON", "The payload is not JSON. Pass payloadToSign of the 202 unchanged.")]
  if (typeof value.payloadToSign === "string") {
    return [fails("PAYLOAD", "WHOLE_ANSWER", "This is the whole 202. Sign only the text of its payloadToSign.")]
  }
  const { context } = { context: undefined, ...Object(value.parameters) }
  const { expiresAt } = { expiresAt: undefined, ...Object(context) }
  return [passes("PAYLOAD"), ...clockOf(Number(value.timestampMs), at), ...lifetimeOf(Number(expiresAt), at)]
}

/** The payload contains its creation time, which must not be in the future. */
const clockOf = (madeAt: number, at: number): ReadonlyArray<Finding> => {
  if (!Number.isFinite(madeAt)) return []
  if (madeAt <= at) return [passes("CLOCK")]
  const behind = Math.ceil((madeAt - at) / 1000)
  const message = `The payload was created ${behind} s in the future: this clock is behind by at least that.`
  return [fails("CLOCK", "CLOCK_BEHIND", message)]
}

const lifetimeOf = (expiresAt: number, at: number): ReadonlyArray<Finding> => {
  if (!Number.isFinite(expiresAt)) return []
  if (at < expiresAt) return [passes("REQUEST_ID_EXPIRED")]
  const ago = Math.floor((at - expiresAt) / 1000)
  const message = `The request expired ${ago} s ago. Repeat the first call; if it was just made, this clock is ahead by ${ago} s or more.`
  return [fails("REQUEST_ID_EXPIRED", "EXPIRED", message)]
}
