import { encodeHex, encodeUtf8, hmacSha256, parseId } from "@countersign/wire"
import { Result } from "effect"
import { hasExpired, type Millis } from "../../../model/Environment.ts"
import type { RequestId } from "../../../model/ids.ts"
import { RequestBodyDiffers, RequestExpired, RequestForAnotherCall, RequestUnknown } from "./refusals.ts"
import type { Call, NotAdmitted } from "./SignedRequest.ts"

/** What the id of a request that is not stored is bound to, beside its intent. */
export interface Bound {
  readonly lifetime: Millis
  readonly call: Call
  /** The account, if the caller names it outside of the call. */
  readonly account: string | undefined
}

/** The hexadecimal digits of each part of the MAC. */
const PARTS = [4, 4, 3, 4] as const
/** Before the MAC: 48 bits of time, the version, and 14 random bits, so that equal calls of one millisecond differ. */
const HEAD = "Request:00000000-0000-7000-8".length

/** The time at which an id was drawn. */
export const issuedAt = (id: RequestId): Millis => Number.parseInt(id.slice(8, 16) + id.slice(17, 21), 16)

/**
 * The id of a request that is not stored: of 74 free bits, 60 are a MAC under a key of the environment. A part of it covers
 * the time and lifetime, the target, the account and body, or the intent, and all that the parts before it cover. So the first
 * part that differs names the refusal, and a call is admitted by the width of all parts from there on: 60 bits for an id that
 * is none of ours, 28 for another body.
 */
export const boundId = (drawn: RequestId, key: string, bound: Bound, intent: unknown): RequestId => {
  const texts = [...textsOf(drawn, bound), intent]
  const mac = PARTS.map((_, nth) => partOf(key, texts, nth)).join("")
  return parseId("Request", `${drawn.slice(0, HEAD)}${mac.slice(0, 3)}-${mac.slice(3)}`)
}

/** Admits a call with the id of a request that no record has, as `admit` does with a record. One key must have made the id. */
export const admitUnstored = (
  id: RequestId,
  keys: ReadonlyArray<string>,
  bound: Bound,
  at: Millis
): Result.Result<(intent: unknown) => boolean, NotAdmitted> => {
  const mac = id.slice(HEAD).replace("-", "")
  const texts = textsOf(id, bound)
  const isMade = (nth: number, all: ReadonlyArray<unknown> = texts) => {
    const from = PARTS.slice(0, nth).reduce<number>((sum, digits) => sum + digits, 0)
    return keys.some((key) => mac.startsWith(partOf(key, all, nth), from))
  }
  if (!isMade(0)) return Result.fail(new RequestUnknown())
  if (!isMade(1)) return Result.fail(new RequestForAnotherCall())
  if (hasExpired(issuedAt(id) + bound.lifetime, at)) return Result.fail(new RequestExpired())
  return isMade(2) ? Result.succeed((intent) => isMade(3, [...texts, intent])) : Result.fail(new RequestBodyDiffers())
}

const textsOf = (
  id: RequestId,
  { account, call: { bodyDigest, method, operation, path }, lifetime }: Bound
): ReadonlyArray<unknown> => [
  [id.slice(0, HEAD), lifetime],
  [operation, method, path],
  [account, bodyDigest]
]

const partOf = (key: string, texts: ReadonlyArray<unknown>, nth: number): string =>
  encodeHex(hmacSha256(encodeUtf8(key), encodeUtf8(JSON.stringify(texts.slice(0, nth + 1))))).slice(0, PARTS[nth])
