import { readdirSync, readFileSync } from "node:fs"
import { nodeSignatures } from "@countersign/node-crypto"
import { publicKeyOf, signStamp } from "@countersign/wire"
import { Effect, Layer, Result, Schema } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  type Collection,
  dangerouslyWaiveStamp,
  ExternalAccountStatus,
  type Machine,
  machines,
  OneTimeCode,
  Recoveries,
  Session,
  SignedRequest,
  Signer,
  StampAuthority,
  stampAuthority,
  Transactions
} from "../src/internal.ts"
import * as InternalAccount from "../src/things/accounts/rules/InternalAccount.ts"
import * as Credential from "../src/things/credentials/rules/Credential.ts"
import * as Customer from "../src/things/customers/rules/Customer.ts"
import * as CustomerVerification from "../src/things/customers/rules/CustomerVerification.ts"
import * as PaymentMoney from "../src/things/payments/rules/moves.ts"
import * as Delivery from "../src/things/webhooks/rules/Event.ts"
import { evidenceOf } from "./given.ts"

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: length, maxLength: length })
const uuid = fc.tuple(hex(8), hex(4), hex(4), hex(4), hex(12)).map((parts) => parts.join("-"))
const id = (prefix: string) => uuid.map((each) => `${prefix}:${each}`)
const millis = fc.integer({ min: 0, max: 4_000_000_000_000 })
const keys = [1, 2, 3].map((each) => publicKeyOf(new Uint8Array(32).fill(each)))
const publicKey = fc.constantFrom(...keys)
const count = fc.integer({ min: 0, max: 120 })

/** As returned by a store. */
const asJson = Schema.decodeUnknownSync(Schema.Json)
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
const voucher = fc.record({
  until: millis,
  logins: fc.array(fc.record({ credentialType: fc.constant("EMAIL_OTP"), familySince: millis }), { maxLength: 3 })
})
const recoveryFields = {
  recoveryId: id("Recovery"),
  accountId: id("InternalAccount"),
  method: fc.constantFrom("SAVED_CODE", "GUARDIAN", "OPERATOR"),
  createdAt: millis,
  readyAt: millis,
  expiresAt: millis
}
const requestFields = {
  requestId: id("Request"),
  accountId: id("InternalAccount"),
  credentialType: fc.constant("EMAIL_OTP"),
  call: fc.record({ operation: fc.string(), method: fc.string(), path: fc.string(), bodyDigest: hex(64) }),
  signer: fc.oneof(fc.constant({ _tag: "SessionOfAccount" }), fc.record({ _tag: fc.constant("KeyHolder"), publicKey })),
  // As parsed from JSON text, which has no -0.
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

const stampKey = new Uint8Array(32).fill(1)
const stamped = Effect.runSync(
  Effect.flatMap(StampAuthority, (authority) =>
    authority.judge({
      header: signStamp("payload", stampKey),
      payload: "payload",
      signer: Signer.cases.SessionOfAccount.make({}),
      allowed: keys
    })
  ).pipe(Effect.provide(stampAuthority.pipe(Layer.provide(nodeSignatures))))
)
const asserted = evidenceOf()

const subjects = [
  subject(Session.machine, Session.sessions, {
    states: [
      tagged("Active", { ...sessionFields, publicKey }),
      tagged("Active", { ...sessionFields, publicKey, voucher }),
      tagged("Expired", sessionFields),
      tagged("Revoked", { ...sessionFields, revokedAt: millis })
    ],
    events: [tagged("CredentialConfirmed", {}), tagged("LifetimeEnded", {}), tagged("RevokeSigned", { at: millis })]
  }),
  subject(SignedRequest.machine, SignedRequest.signedRequests, {
    states: [
      tagged("Pending", { ...requestFields, failedStamps: count }),
      tagged("Consumed", { ...requestFields, consumedAt: millis }),
      tagged("Consumed", { ...requestFields, consumedAt: millis, signedBy: publicKey }),
      tagged("Void", { ...requestFields, voidedAt: millis }),
      tagged("Expired", requestFields)
    ],
    events: [
      tagged("LifetimeEnded", {}),
      tagged("StampAccepted", { at: millis, evidence: fc.constant(stamped) }),
      tagged("StampAccepted", { at: millis, evidence: fc.constant(dangerouslyWaiveStamp()) }),
      tagged("AssertionAccepted", { at: millis, evidence: fc.constant(asserted) }),
      tagged("StampRefused", {}),
      tagged("StampsExhausted", { at: millis })
    ]
  }),
  subject(Recoveries.machine, Recoveries.recoveries, {
    states: [
      tagged("Waiting", recoveryFields),
      tagged("Waiting", { ...recoveryFields, heldBefore: millis }),
      tagged("Ready", recoveryFields),
      tagged("Completed", { ...recoveryFields, completedAt: millis, credentialId: id("AuthMethod") }),
      tagged("Cancelled", { ...recoveryFields, cancelledAt: millis }),
      tagged("Expired", recoveryFields)
    ],
    events: [
      tagged("DelayEnded", {}),
      tagged("LifetimeEnded", {}),
      tagged("CredentialBound", { at: millis, credentialId: id("AuthMethod") }),
      tagged("Objected", { at: millis })
    ]
  }),
  subject(OneTimeCode.machine, OneTimeCode.oneTimeCodes, {
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
  })
]

/** One machine with everything that its properties need. Its types are hidden from the caller. */
function subject<S extends { readonly _tag: string }, E extends { readonly _tag: string }>(
  machine: Machine.Machine<S, E>,
  collection: Collection.Collection<S>,
  cases: {
    readonly states: ReadonlyArray<fc.Arbitrary<unknown>>
    readonly events: ReadonlyArray<fc.Arbitrary<unknown>>
  }
) {
  const { decode, encode } = collection
  const states = fc.oneof(...cases.states).map((json) => decode(asJson(json)))
  const events = fc.oneof(...cases.events).map(Schema.decodeUnknownSync(machine.event))
  const isState = Schema.is(collection.schema)
  const edge = (state: S, event: E) => machine.edges.find(({ from, on }) => from === state._tag && on === event._tag)
  return {
    name: machine.name,
    machine,
    legal: () =>
      fc.assert(
        fc.property(states, events, (state, event) => {
          const next = machine.attempt(state, event)
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
            const next = machine.attempt(state, event)
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
  it("accepts an event iff the table has a cell, and returns a valid state with the cell's name", legal)

  it("covers every pair of state and event", () => {
    const events = new Set(machine.edges.map(({ on }) => on))
    expect(everyPair()).toBe(machine.states.length * events.size)
  })

  it("never leaves a final state, however long the walk", walks)

  it("preserves every state through encoding and decoding", roundTrips)
})

/** A machine of string states, with its types hidden from the caller. It has few pairs, so all of them are tested. */
function words<S extends string, E extends string, B extends S>(machine: Machine.Words<S, E, B>) {
  const isWord = (word: string): word is S => machine.states.some((state) => state === word)
  const isEvent = (word: string): word is E => machine.edges.some(({ on }) => on === word)
  const events = [...new Set(machine.edges.map(({ on }) => on))].filter(isEvent)
  const target = (state: string, event: string) =>
    machine.edges.find(({ from, on }) => from === state && on === event)?.to
  const reached = (state: S, event: E) => Result.getOrUndefined(machine.after(state, [event]))
  return {
    name: machine.name,
    pairs: () => machine.states.flatMap((state) => events.map((on) => [reached(state, on), target(state, on)])),
    walks: () =>
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...events), { maxLength: 30 }), (walk) => {
          const whole = machine.after(machine.begins, walk)
          let state: S | undefined = machine.begins
          for (const event of walk) state = state === undefined ? undefined : reached(state, event)
          return state === Result.getOrUndefined(whole) && (state === undefined || isWord(state))
        })
      ),
    found: () => {
      const states = new Set<string>([machine.begins])
      for (const state of states) for (const { from, to } of machine.edges) if (from === state) states.add(to)
      return machine.states.filter((state) => !states.has(state))
    }
  }
}

const wordy = [
  words(ExternalAccountStatus.machine),
  words(Transactions.machine),
  words(PaymentMoney.machine),
  words(Customer.machine),
  words(CustomerVerification.machine),
  words(InternalAccount.machine),
  words(Credential.machine),
  words(Delivery.machine)
]

describe.each(wordy)("the $name machine", ({ found, name, pairs, walks }) => {
  it("accepts an event iff the table has a cell, and returns the state of the cell", () => {
    for (const [reached, target] of pairs()) expect(reached).toBe(target)
  })

  it("reaches the same state by a list of events as one by one, and no unknown state", walks)

  it("reaches every state from the initial one, except those that only the API defines", () => {
    expect(found()).toEqual(name === "InternalAccount" ? ["PENDING"] : [])
  })
})

it("every machine of core is printed and covered by these tests, under a unique name", () => {
  const names = [...subjects, ...wordy].map(({ name }) => name)
  expect(machines.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  const files = readdirSync(new URL("../src", import.meta.url), { recursive: true, encoding: "utf8" })
  const sources = files
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(new URL(`../src/${file}`, import.meta.url), "utf8"))
  const made = sources.flatMap((source) => [...source.matchAll(/Machine\.(?:make|words)\(/gu)])
  expect([made.length, new Set(names).size]).toEqual([names.length, names.length])
  // A second call with the name of a machine could make its states too.
  const sealed = sources.flatMap((source) => [...source.matchAll(/Machine\.record\("(\w+)"/gu)].map(([, name]) => name))
  expect(sealed.toSorted()).toEqual(wordy.flatMap(({ name }) => (name === "PaymentMoney" ? [] : [name])).toSorted())
})
