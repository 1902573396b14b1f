import { canonicalJson, sha256Hex } from "@countersign/wire"
import { Result, Schema } from "effect"
import * as Machine from "../../../machine/Machine.ts"
import { hasExpired, KindName, Millis } from "../../../model/Environment.ts"
import { AccountId, PublicKey, RequestId } from "../../../model/ids.ts"
import { type AssertionEvidence, assertionEvidence } from "../../../ports/Passkeys.ts"
import * as Collection from "../../../store/Collection.ts"
import {
  RequestBodyDiffers,
  RequestExpired,
  RequestForAnotherCall,
  RequestUnknown,
  RequestUsed,
  RequestVoid
} from "./refusals.ts"
import { Signer, type StampEvidence, stampEvidence } from "./StampAuthority.ts"

/** The call that a request id was issued for, and the only one it can complete (I2). */
export const Call = Schema.Struct({
  operation: Schema.String,
  method: Schema.String,
  path: Schema.String,
  /** SHA-256 of the canonical JSON of the body as received, lower-case hex. A missing body counts as "null". */
  bodyDigest: Schema.String
})
export type Call = typeof Call.Type

const common = {
  requestId: RequestId,
  accountId: AccountId,
  credentialType: KindName,
  call: Call,
  signer: Signer,
  /** The decision of the first leg. The second leg executes it, and reads nothing else from its body. */
  intent: Schema.Json,
  /** The exact text that the client signs, without the secrets of its body. It is never serialised again. */
  payload: Schema.String,
  createdAt: Millis,
  expiresAt: Millis
}

const State = Schema.TaggedUnion({
  Pending: { ...common, failedStamps: Schema.Int },
  Consumed: {
    ...common,
    consumedAt: Millis,
    signedBy: Schema.optionalKey(PublicKey)
  },
  Void: { ...common, voidedAt: Millis },
  Expired: common
})
/** A sensitive action that is waiting for its signature. A consumed one has neither intent nor payload. */
export type SignedRequest = Machine.Made<"SignedRequest", typeof State.Type>
export type Pending = Extract<SignedRequest, { readonly _tag: "Pending" }>
type Consumed = Extract<SignedRequest, { readonly _tag: "Consumed" }>

const Event = Schema.TaggedUnion({
  LifetimeEnded: {},
  StampAccepted: { at: Millis, evidence: stampEvidence },
  AssertionAccepted: { at: Millis, evidence: assertionEvidence },
  StampRefused: {},
  StampsExhausted: { at: Millis }
})

/** The fields that a consumed request no longer needs. Older versions read both, so they are empty and not absent. */
const EMPTIED = { intent: null, payload: "" } as const

const { begin, machine, state, transition } = Machine.make({
  name: "SignedRequest",
  state: State,
  event: Event,
  begins: "Pending",
  table: {
    Pending: {
      StampAccepted: {
        to: "Consumed",
        with: ({ failedStamps: _, ...request }, { at, evidence: { stamp } }) => ({
          ...request,
          ...EMPTIED,
          ...(stamp === undefined ? {} : { signedBy: stamp.publicKey }),
          consumedAt: at
        })
      },
      AssertionAccepted: {
        to: "Consumed",
        with: ({ failedStamps: _, ...request }, event) => ({ ...request, ...EMPTIED, consumedAt: event.at })
      },
      StampRefused: {
        to: "Pending",
        with: (request) => ({
          ...request,
          failedStamps: request.failedStamps + 1
        })
      },
      StampsExhausted: {
        to: "Void",
        with: ({ failedStamps: _, ...rest }, event) => ({
          ...rest,
          voidedAt: event.at
        })
      },
      LifetimeEnded: {
        to: "Expired",
        with: ({ failedStamps: _, ...rest }) => rest
      }
    },
    Consumed: {},
    Void: {},
    Expired: {}
  }
})

export { machine }

export const signedRequests = Collection.make({
  name: "signed_requests",
  schema: state,
  id: "requestId",
  expiry: "expiresAt"
})

export type NotAdmitted =
  | RequestUnknown
  | RequestForAnotherCall
  | RequestUsed
  | RequestVoid
  | RequestExpired
  | RequestBodyDiffers

/** The request at `at`. A pending request expires by time, without a write. */
export const asOf = (request: SignedRequest, at: Millis): SignedRequest =>
  request._tag === "Pending" && hasExpired(request.expiresAt, at)
    ? transition(request, { _tag: "LifetimeEnded" })
    : request

/** Returns the pending request if exactly this call may complete it at `at`. */
export const admit = (
  request: SignedRequest | undefined,
  call: Call,
  at: Millis
): Result.Result<Pending, NotAdmitted> => {
  if (request === undefined) return Result.fail(new RequestUnknown())
  if (!isSameTarget(request.call, call)) return Result.fail(new RequestForAnotherCall())
  const current = asOf(request, at)
  switch (current._tag) {
    case "Consumed":
      return Result.fail(new RequestUsed())
    case "Void":
      return Result.fail(new RequestVoid())
    case "Expired":
      return Result.fail(new RequestExpired())
    case "Pending":
      return current.call.bodyDigest === call.bodyDigest
        ? Result.succeed(current)
        : Result.fail(new RequestBodyDiffers())
  }
}

export const issue: (terms: Omit<Pending, "_tag">) => Pending = begin

/** Consumes the request. Only the module that verifies stamps can make the evidence. */
export const consume = (request: Pending, evidence: StampEvidence, at: Millis): Consumed =>
  transition(request, { _tag: "StampAccepted", at, evidence })

/** Consumes the request that a passkey asserts. Only the module that verifies assertions can make the evidence. */
export const consumeAsserted = (
  request: Pending,
  evidence: AssertionEvidence,
  at: Millis
): Result.Result<Consumed, RequestForAnotherCall> =>
  request.signer._tag === "Passkey" || request.signer._tag === "Guardian"
    ? Result.succeed(transition(request, { _tag: "AssertionAccepted", at, evidence }))
    : Result.fail(new RequestForAnotherCall())

/** Counts a failed stamp. The last one allowed makes the request void. */
export const countFailedStamp = (request: Pending, limit: number, at: Millis): SignedRequest =>
  request.failedStamps + 1 < limit
    ? transition(request, { _tag: "StampRefused" })
    : transition(request, { _tag: "StampsExhausted", at })

const isSameTarget = (issued: Call, call: Call) =>
  issued.operation === call.operation && issued.method === call.method && issued.path === call.path

/**
 * The stored form of a payload: a secret in it is replaced by its digest. The signed retry sends the secret again,
 * since its body must be the same.
 */
export const withoutSecret = (payload: string, secret: string | undefined): string =>
  secret === undefined ? payload : withText(payload, secret, sha256Hex(secret))

/** The payload as issued, with the secret in place of its digest. */
export const withSecret = (stored: string, secret: string | undefined): string =>
  secret === undefined ? stored : withText(stored, sha256Hex(secret), secret)

/** Replaces a text that is a whole value of the payload. The same characters in a key or across two values stay. */
const withText = (payload: string, from: string, to: string): string =>
  payload.replace(STRINGS, (string) => (string === canonicalJson(from) ? canonicalJson(to) : string))

/** The strings of a JSON text. A key is matched with its colon. */
const STRINGS = /"(?:[^"\\]|\\.)*(?:":?)?/gsu
