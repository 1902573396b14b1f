import { canonicalJson, type Json, parseStrictJson, sha256HexAsync } from "@countersign/wire"
import type { SignedRequestChallenge } from "../answers/credentials.ts"
import { differencesIn, type Expected, hexJson } from "../answers/expected.ts"
import { text as isText, object } from "../answers/guard.ts"
import type { Answer } from "../connection.ts"
import { TermsDifferError, UnexpectedAnswerError } from "../errors.ts"
import type { Signer } from "../keyPair.ts"
import { isPathOf } from "./path.ts"

/** The terms that a signature over a payload authorizes, decoded from it. Show the end user only these values. */
export interface SignedTerms {
  /** The server's name of the operation. For an endpoint of your own: "Host/" and the name of its guard. */
  readonly operation: string
  /** The type of the activity, such as `ACTIVITY_TYPE_EXPORT_WALLET`. */
  readonly activity: string
  /** The wallet whose session signs, `InternalAccount:<uuid>`. */
  readonly accountId: string
  readonly method: string
  readonly path: string
  /**
   * For an endpoint of your own: the payload that its guard returned or, without one, the body that this client sent.
   * For an operation of the API: what its activity says.
   */
  readonly values: Json
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  readonly mode: string
  readonly platformId: string
}

/** The terms that a caller means to sign; by default raw bytes, and for the wallet of the session that signs. */
export interface Meaning {
  readonly activity?: string | undefined
  readonly accountId?: Expected
  readonly values: Expected
}

/** Returns the meanings of an operation, one for each activity that it may have, in a payload for this wallet. */
export type Means = (accountId: string) => ReadonlyArray<Meaning>

/** Rejects repeated keys, because the server and the client might each read a different value. */
const jsonOf = (answer: Answer, payload: string): Json => {
  try {
    return parseStrictJson(payload)
  } catch (cause) {
    throw new UnexpectedAnswerError(answer, "the payload to sign is not JSON", cause)
  }
}

/** The call that a signature over a payload authorizes. The server compares the retry with every field. */
const isContext = object({
  operation: isText,
  method: isText,
  path: isText,
  // SHA-256 of the canonical JSON of the body, lower-case hex; of `null` when there is no body.
  bodyDigest: isText,
  requestId: isText,
  // Decimal milliseconds since the epoch.
  expiresAt: isText,
  mode: isText,
  platformId: isText
})

const isActivity = object({
  organizationId: isText,
  timestampMs: isText,
  type: isText,
  parameters: object({ context: isContext })
})

/** The call that a signature is requested for. */
export interface RequestedAction {
  readonly method: string
  readonly path: string
  /** The base path of all calls, which `path` omits. */
  readonly basePath: string
  /** The exact body text as sent. */
  readonly text: string | undefined
}

/**
 * Returns the terms of a payload. Throws `UnexpectedAnswerError` unless the payload is for this call. Otherwise a
 * hostile backend could obtain a signature for another operation of the same wallet, or for this one with its own key.
 *
 * Every byte is compared or returned: a field that is neither would be signed without being seen. The server's name of
 * the operation, the environment and the expiry are the server's, and the client has nothing to compare them with.
 */
export const requireSameAction = async (
  answer: Answer,
  { payloadToSign, requestId }: SignedRequestChallenge,
  { basePath, method, path, text }: RequestedAction
): Promise<SignedTerms> => {
  const activity = jsonOf(answer, payloadToSign)
  if (!isActivity(activity) || !/^\d{1,15}$/u.test(activity.parameters.context.expiresAt)) {
    throw new UnexpectedAnswerError(answer, "the payload to sign does not say what it is for")
  }
  const { organizationId: accountId, parameters, type } = activity
  const { context, ...values } = parameters
  const refuse = (what: string) => {
    throw new UnexpectedAnswerError(answer, `the payload to sign is for another ${what}`)
  }
  const body: Json = text === undefined ? null : JSON.parse(text)
  const digest = await sha256HexAsync(canonicalJson(body))
  if (context.requestId !== requestId) refuse("request id")
  if (context.method.toUpperCase() !== method.toUpperCase()) refuse("method")
  if (!isPathOf(context.path, { path, basePath })) refuse(OTHER_PATH)
  if (context.bodyDigest !== digest) refuse("body")
  // The guard has found every field that there may be.
  if (Object.keys(activity).length !== 4 || Object.keys(context).length !== 8) {
    requireNone(answer, ["field"])
  }
  const shown = type === RAW ? decoded(answer, accountId, values) : values
  // Without a payload of its own, an endpoint has the digest of the body signed, in the place of the body.
  const isBody = differencesIn({ bodySha256: isText }, shown).length === 0
  if (isBody && differencesIn({ bodySha256: digest }, shown).length > 0) refuse("body")
  const { bodyDigest: _, requestId: __, expiresAt, ...named } = context
  return { ...named, activity: type, accountId, values: isBody ? body : shown, expiresAt: Number(expiresAt) }
}

/** The most common harmless cause of a different path. */
const OTHER_PATH =
  "path. Where a proxy changes it, put its prefix into baseUrl, or declare it to the service as strippedPrefix"

/** The activity of operations that have none of their own: the wallet signs bytes, which are the JSON of a value. */
const RAW = "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2"

export const DELETION = "ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION"

const decoded = (answer: Answer, signWith: string, { payload, ...rest }: { readonly payload?: unknown }): Json => {
  const plain = { encoding: "PAYLOAD_ENCODING_HEXADECIMAL", hashFunction: "HASH_FUNCTION_NO_OP", signWith }
  requireNone(answer, differencesIn(plain, rest))
  const value = hexJson(payload)
  if (value === undefined) throw new UnexpectedAnswerError(answer, "the payload to sign is not JSON")
  return value
}

/** Throws `TermsDifferError` unless the terms are of this signer, and what the caller means if it says so (FA4, GA23). */
export const requireMeant = (
  answer: Answer,
  terms: SignedTerms,
  meanings: ReadonlyArray<Meaning> | undefined,
  signer: Signer
): void => {
  const { accountId, activity, values } = terms
  const meant = meanings?.find((each) => (each.activity ?? RAW) === activity)
  if (meanings !== undefined && meant === undefined) requireNone(answer, ["activity"])
  // Any wallet of a customer signs its deletion.
  const own = "accountId" in signer && activity !== DELETION ? signer.accountId : isText
  requireNone(answer, differencesIn(meant?.accountId ?? own, accountId, "accountId"))
  if (meant !== undefined) requireNone(answer, differencesIn(meant.values, values))
}

const requireNone = (answer: Answer, [name]: ReadonlyArray<string>): void => {
  if (name !== undefined) throw new TermsDifferError(answer, `the payload to sign names another ${name}`)
}
