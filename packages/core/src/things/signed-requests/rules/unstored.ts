import { encodeHex, encodeUtf8, hmacSha256, parseId } from "@countersign/wire"
import { Result } from "effect"
import { hasExpired, type Millis } from "../../../model/Environment.ts"
import type { RequestId } from "../../../model/ids.ts"
import type { FieldOf } from "../../../store/Store.ts"
import { RequestBodyDiffers, RequestExpired, RequestForAnotherCall, RequestUnknown } from "./refusals.ts"
import type { Call, NotAdmitted } from "./SignedRequest.ts"

/** Everything that the id of a request that is not stored is bound to. */
export interface Bound {
  readonly lifetime: Millis
  readonly call: Call
  /** As the call names it. The record that a path names is bound by the path. */
  readonly account: string | FieldOf | undefined
  readonly intent: unknown
}

/** The context of the keys of ids that nothing is stored for. Each environment has its own. */
export const ID_KEYS = "request ids v1"

/** Before the MAC: 48 bits of time, the version, and 14 random bits, so that equal calls of one millisecond differ. */
const HEAD = "Request:00000000-0000-7000-8".length
/** Where the parts of the MAC end, in hexadecimal digits. */
const ENDS = [4, 8, 11, 15]

/** The time at which an id was drawn. */
export const issuedAt = (id: RequestId): Millis => Number.parseInt(id.slice(8, 16) + id.slice(17, 21), 16)

/**
 * The id of a request that is not stored: of 74 free bits, 60 are a MAC under a key of the environment. Its parts cover the
 * time and lifetime, the target, the account and body, and the intent, each with all before it. So the first part that
 * differs names the refusal, and the width of it and all later ones protects: 60 bits against an invented id, 28 against
 * another body.
 */
export const boundId = (drawn: RequestId, key: string, bound: Bound): RequestId => {
  const mac = macOf(drawn, key, bound)
  return parseId("Request", `${drawn.slice(0, HEAD)}${mac.slice(0, 3)}-${mac.slice(3)}`)
}

/** Admits a call without a record of its request, as `admit` does with one. Returns whether the id is of the intent, too. */
export const admitUnstored = (
  id: RequestId,
  keys: ReadonlyArray<string>,
  bound: Bound,
  at: Millis
): Result.Result<boolean, NotAdmitted> => {
  const mac = id.slice(HEAD).replace("-", "")
  let made = 0
  for (const key of keys) {
    const own = macOf(id, key, bound)
    while (made < ENDS.length && mac.startsWith(own.slice(0, ENDS[made]))) made += 1
  }
  if (made === 0) return Result.fail(new RequestUnknown())
  if (made === 1) return Result.fail(new RequestForAnotherCall())
  if (hasExpired(issuedAt(id) + bound.lifetime, at)) return Result.fail(new RequestExpired())
  return made === 2 ? Result.fail(new RequestBodyDiffers()) : Result.succeed(made === ENDS.length)
}

const macOf = (id: RequestId, key: string, { account, call, intent, lifetime }: Bound): string => {
  const { bodyDigest, method, operation, path } = call
  const named = typeof account === "string" ? account : ""
  const texts = [[id.slice(0, HEAD), lifetime], [operation, method, path], [named, bodyDigest], intent]
  let mac = ""
  for (const [nth, end] of ENDS.entries()) {
    const text = JSON.stringify(texts.slice(0, nth + 1))
    mac += encodeHex(hmacSha256(encodeUtf8(key), encodeUtf8(text))).slice(mac.length, end)
  }
  return mac
}
