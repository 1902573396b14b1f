import { Result, Schema } from "effect"
import * as Machine from "../kernel/Machine.ts"
import { CredentialType } from "../model/CredentialType.ts"
import { AccountId, PublicKey, RequestId } from "../model/ids.ts"
import { isOver, Millis } from "../model/time.ts"
import * as Collection from "../ports/Collection.ts"
import {
  RequestBodyDiffers,
  RequestExpired,
  RequestForAnotherCall,
  RequestUnknown,
  RequestUsed,
  RequestVoid
} from "./refusals.ts"
import { Signer } from "./Signer.ts"
import type { StampEvidence } from "./StampAuthority.ts"

/** The call a request id was issued for, and the only one it can finish (I2). */
export const Call = Schema.Struct({
  operation: Schema.String,
  method: Schema.String,
  path: Schema.String,
  /** SHA-256 of the canonical JSON of the body as it was sent, lower-case hex; "null" stands for none. */
  bodyDigest: Schema.String
})
export type Call = typeof Call.Type

const common = {
  requestId: RequestId,
  accountId: AccountId,
  credentialType: CredentialType,
  call: Call,
  signer: Signer,
  /** What the first leg decided to do. The second leg does this, and reads nothing else from its body. */
  intent: Schema.Json,
  /** The exact text the client signs, without the secrets of its body. Never serialised again. */
  payload: Schema.String,
  createdAt: Millis,
  expiresAt: Millis
}

/** A sensitive action waiting for its signature. */
export const SignedRequest = Schema.TaggedUnion({
  Pending: { ...common, failedStamps: Schema.Int },
  Consumed: {
    ...common,
    consumedAt: Millis,
    signedBy: Schema.optionalKey(PublicKey)
  },
  Void: { ...common, voidedAt: Millis },
  Expired: common
})
export type SignedRequest = typeof SignedRequest.Type
export type Pending = typeof SignedRequest.cases.Pending.Type

export const Event = Schema.TaggedUnion({
  LifetimeEnded: {},
  StampAccepted: { at: Millis, signedBy: Schema.optionalKey(PublicKey) },
  AssertionAccepted: { at: Millis },
  StampRefused: {},
  StampsExhausted: { at: Millis }
})
export type Event = typeof Event.Type

export const machine = Machine.make<SignedRequest, Event>({
  name: "SignedRequest",
  begins: ["Pending"],
  table: {
    Pending: {
      StampAccepted: {
        to: "Consumed",
        with: ({ failedStamps: _, ...rest }, { _tag, at, ...signer }) => ({
          ...rest,
          ...signer,
          consumedAt: at
        })
      },
      AssertionAccepted: {
        to: "Consumed",
        with: ({ failedStamps: _, ...rest }, event) => ({ ...rest, consumedAt: event.at })
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

export const signedRequests = Collection.make({
  name: "signed_requests",
  schema: SignedRequest,
  id: (request) => request.requestId,
  expiry: "expiresAt"
})

export type NotAdmitted =
  | RequestUnknown
  | RequestForAnotherCall
  | RequestUsed
  | RequestVoid
  | RequestExpired
  | RequestBodyDiffers

/** The request as it stands at `at`. */
export const asOf = (request: SignedRequest, at: Millis): SignedRequest =>
  request._tag === "Pending" && isOver(request.expiresAt, at)
    ? Result.getOrElse(machine.transition(request, Event.cases.LifetimeEnded.make({})), () => request)
    : request

/** The pending request that this call, and no other, may finish at `at`. */
export const admit = (
  request: SignedRequest | undefined,
  call: Call,
  at: Millis
): Result.Result<Pending, NotAdmitted> => {
  if (request === undefined) return Result.fail(new RequestUnknown())
  if (!isSameTarget(request.call, call)) return Result.fail(new RequestForAnotherCall())
  return SignedRequest.match(asOf(request, at), {
    Consumed: (): Result.Result<Pending, NotAdmitted> => Result.fail(new RequestUsed()),
    Void: () => Result.fail(new RequestVoid()),
    Expired: () => Result.fail(new RequestExpired()),
    Pending: (pending) =>
      pending.call.bodyDigest === call.bodyDigest ? Result.succeed(pending) : Result.fail(new RequestBodyDiffers())
  })
}

/** Spends the request. Asks for the evidence that its stamp was verified: nothing else can. */
export const consume = (
  request: Pending,
  evidence: StampEvidence,
  at: Millis
): Result.Result<SignedRequest, Machine.IllegalTransition> =>
  machine.transition(
    request,
    Event.cases.StampAccepted.make({
      at,
      ...(evidence.stamp === undefined ? {} : { signedBy: evidence.stamp.publicKey })
    })
  )

/** Spends the request of a passkey login, whose assertion the ceremony has judged. No other request is spent this way. */
export const consumeAsserted = (request: Pending, at: Millis): Result.Result<SignedRequest, RequestForAnotherCall> =>
  request.signer._tag === "Passkey"
    ? Result.mapError(
        machine.transition(request, Event.cases.AssertionAccepted.make({ at })),
        () => new RequestForAnotherCall()
      )
    : Result.fail(new RequestForAnotherCall())

/** Counts a stamp that did not hold; the last one allowed makes the request void. */
export const countFailedStamp = (
  request: Pending,
  limit: number,
  at: Millis
): Result.Result<SignedRequest, Machine.IllegalTransition> =>
  machine.transition(
    request,
    request.failedStamps + 1 < limit ? Event.cases.StampRefused.make({}) : Event.cases.StampsExhausted.make({ at })
  )

const isSameTarget = (issued: Call, call: Call) =>
  issued.operation === call.operation && issued.method === call.method && issued.path === call.path
