import { publicKeyOf } from "@countersign/wire"
import { Result, Schema } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { EmailOtp, ExternalAccountStatus, type Machine, Session, SignedRequest } from "../src/index.ts"

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: length, maxLength: length })
const uuid = fc.tuple(hex(8), hex(4), hex(4), hex(4), hex(12)).map((parts) => parts.join("-"))
const id = (prefix: string) => uuid.map((each) => `${prefix}:${each}`)
const millis = fc.integer({ min: 0, max: 4_000_000_000_000 })
const keys = [1, 2, 3].map((each) => publicKeyOf(new Uint8Array(32).fill(each)))
const publicKey = fc.constantFrom(...keys)
const count = fc.integer({ min: 0, max: 120 })

/** Values of a tagged schema, a case at a time: made as JSON, read by the schema, so that only legal ones come out. */
const casesOf = <T>(schema: Schema.Codec<T, unknown>, cases: ReadonlyArray<fc.Arbitrary<unknown>>) => {
  const decode = Schema.decodeUnknownSync(schema)
  return fc.oneof(...cases).map((json): T => decode(json))
}
const tagged = (tag: string, fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ _tag: fc.constant(tag), ...fields })

const sessionFields = {
  sessionId: id("Session"),
  accountId: id("InternalAccount"),
  credentialId: id("AuthMethod"),
  credentialType: fc.constant("EMAIL_OTP"),
  nickname: fc.string(),
  familySince: millis,
  createdAt: millis,
  expiresAt: millis
}
const requestFields = {
  requestId: id("Request"),
  accountId: id("InternalAccount"),
  credentialType: fc.constant("EMAIL_OTP"),
  call: fc.record({ operation: fc.string(), method: fc.string(), path: fc.string(), bodyDigest: hex(64) }),
  signer: fc.oneof(fc.constant({ _tag: "SessionOfAccount" }), fc.record({ _tag: fc.constant("KeyHolder"), publicKey })),
  // As it comes from JSON text, which has no -0.
  intent: fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value))),
  payload: fc.string(),
  createdAt: millis,
  expiresAt: millis
}
const counts = {
  credentialId: id("AuthMethod"),
  accountId: id("InternalAccount"),
  failures: count,
  failuresInAll: count
}
const issue = fc.record({
  issueId: id("Lookup"),
  codeDigest: hex(64),
  sealedTargetKey: fc.string(),
  targetPublicKey: publicKey,
  expiresAt: millis
})

const subjects = [
  subject(Session.machine, Session.Session, Session.Event, {
    states: [
      tagged("Active", { ...sessionFields, publicKey }),
      tagged("Expired", sessionFields),
      tagged("Revoked", { ...sessionFields, revokedAt: millis })
    ],
    events: [tagged("LifetimeEnded", {}), tagged("RevokeSigned", { at: millis })]
  }),
  subject(SignedRequest.machine, SignedRequest.SignedRequest, SignedRequest.Event, {
    states: [
      tagged("Pending", { ...requestFields, failedStamps: count }),
      tagged("Consumed", { ...requestFields, consumedAt: millis }),
      tagged("Consumed", { ...requestFields, consumedAt: millis, signedBy: publicKey }),
      tagged("Void", { ...requestFields, voidedAt: millis }),
      tagged("Expired", requestFields)
    ],
    events: [
      tagged("LifetimeEnded", {}),
      tagged("StampAccepted", { at: millis, signedBy: publicKey }),
      tagged("StampAccepted", { at: millis }),
      tagged("AssertionAccepted", { at: millis }),
      tagged("StampRefused", {}),
      tagged("StampsExhausted", { at: millis })
    ]
  }),
  subject(EmailOtp.machine, EmailOtp.EmailOtp, EmailOtp.Event, {
    states: [
      tagged("Idle", counts),
      tagged("Issued", { ...counts, issue }),
      tagged("Lapsed", counts),
      tagged("Proven", { ...counts, requestId: id("Request") }),
      tagged("Locked", { ...counts, until: millis })
    ],
    events: [
      tagged("CodeIssued", { issue }),
      tagged("LifetimeEnded", {}),
      tagged("CodeRejected", {}),
      tagged("CodesExhausted", { until: millis }),
      tagged("CodeAccepted", { requestId: id("Request") }),
      tagged("SessionOpened", {}),
      tagged("LockEnded", {}),
      tagged("LockLifted", {}),
      tagged("AddressChanged", {})
    ]
  }),
  subject(ExternalAccountStatus.machine, ExternalAccountStatus.Status, ExternalAccountStatus.Event, {
    states: ["Pending", "Active", "UnderReview", "Inactive"].map((tag) => tagged(tag, {})),
    events: ["Confirmed", "Doubted", "Rejected", "Changed", "Disabled", "ReactivationAsked"].map((tag) =>
      tagged(tag, {})
    )
  })
]

/** One machine with everything its properties need, its types sealed inside. */
function subject<S extends { readonly _tag: string }, E extends { readonly _tag: string }>(
  machine: Machine.Machine<S, E>,
  stateSchema: Schema.Codec<S, unknown>,
  eventSchema: Schema.Codec<E, unknown>,
  cases: {
    readonly states: ReadonlyArray<fc.Arbitrary<unknown>>
    readonly events: ReadonlyArray<fc.Arbitrary<unknown>>
  }
) {
  const states = casesOf(stateSchema, cases.states)
  const events = casesOf(eventSchema, cases.events)
  const isState = Schema.is(stateSchema)
  const codec = Schema.toCodecJson(stateSchema)
  const encode = Schema.encodeSync(codec)
  const decode = Schema.decodeUnknownSync(codec)
  const edge = (state: S, event: E) => machine.edges.find(({ from, on }) => from === state._tag && on === event._tag)
  return {
    name: machine.name,
    machine,
    legal: () =>
      fc.assert(
        fc.property(states, events, (state, event) => {
          const next = machine.transition(state, event)
          const cell = edge(state, event)
          if (Result.isFailure(next)) return cell === undefined
          return cell?.to === next.success._tag && isState(next.success)
        }),
        { numRuns: 2000 }
      ),
    everyPair: () => {
      const seen = new Set<string>()
      fc.assert(
        fc.property(states, events, (state, event) => void seen.add(`${state._tag} ${event._tag}`)),
        { numRuns: 5000 }
      )
      return seen.size
    },
    walks: () =>
      fc.assert(
        fc.property(states, fc.array(events, { maxLength: 30 }), (start, walk) => {
          let state = start
          for (const event of walk) {
            const isFinal = machine.edges.every(({ from }) => from !== state._tag)
            const next = machine.transition(state, event)
            if (isFinal && Result.isSuccess(next)) return false
            if (Result.isSuccess(next)) state = next.success
          }
          return isState(state)
        }),
        { numRuns: 500 }
      ),
    roundTrips: () =>
      fc.assert(
        fc.property(states, (state) => {
          expect(decode(JSON.parse(JSON.stringify(encode(state))))).toEqual(state)
        })
      )
  }
}

describe.each(subjects)("the $name machine", ({ everyPair, legal, machine, roundTrips, walks }) => {
  it("accepts an event iff the table has a cell, and lands on a valid state of the cell's name", legal)

  it("was asked every pair of state and event there is", () => {
    const events = new Set(machine.edges.map(({ on }) => on))
    expect(everyPair()).toBe(machine.states.length * events.size)
  })

  it("never leaves a final state, however long the walk", walks)

  it("keeps every state whole through its stored form", roundTrips)
})
