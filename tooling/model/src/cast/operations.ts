import {
  type Json,
  type Outcome,
  operatorSuspendAccount,
  operatorSuspendCredential,
  type RetryHeaders,
  refreshSession,
  revokeCredential,
  revokeSession,
  type SignedCall,
  type SignedRequest,
  signedCall,
  verifyCredential
} from "@countersign/core/internal"
import { Effect } from "effect"
import type { Ports } from "../node/ports.ts"
import type { Rows } from "../store/Rows.ts"
import { type Key, keys } from "./cast.ts"
import { ids, records } from "./records.ts"

/** The result of a call: `Done`, `Challenge` or the name of an error, with the payload of a host or the request to sign. */
export interface ReplyText {
  readonly name: string
  readonly payload?: Json
  readonly request?: SignedRequest.Pending
}

/** One of the real workflows, with the body that its caller sends. */
export interface Operation {
  readonly name: string
  readonly body: Json
  readonly run: (headers: RetryHeaders) => Effect.Effect<ReplyText, { readonly _tag: string }, Ports>
  /** Variants that its request is also retried with: the same call with another body, and another call. */
  readonly twins?: ReadonlyArray<Operation>
  /** A secret of the body, which the stored payload does not contain. The caller has it, and signs it. */
  readonly secret?: string
  /** Its request is also retried with an invalid stamp and with a malformed one. */
  readonly isProbed?: true
}

type Workflow<A> = Effect.Effect<A, { readonly _tag: string }, Ports>

/** A workflow that may answer with a challenge, and then runs again with the headers of the retry. */
export const signed = (
  name: string,
  body: Json,
  run: (headers: RetryHeaders) => Workflow<Outcome<unknown>>
): Operation => ({ name, body, run: (headers) => Effect.map(run(headers), replyOf) })

/** An act of one leg, without a signature. */
export const unsigned = (name: string, run: () => Workflow<unknown>): Operation => ({
  name,
  body: null,
  run: () => Effect.as(run(), { name: "Done" })
})

const replyOf = (outcome: Outcome<unknown>): ReplyText =>
  outcome._tag === "Challenge" ? { name: outcome._tag, request: outcome.request } : { name: outcome._tag }

const replyWithPayload = (outcome: Outcome<SignedCall>): ReplyText =>
  outcome._tag === "Done" ? { name: outcome._tag, payload: outcome.reply.payload } : replyOf(outcome)

export const refresh = (name: string, { publicKey: clientPublicKey }: Key): Operation =>
  signed(name, { clientPublicKey }, (headers) => refreshSession({ sessionId: ids.S1, clientPublicKey }, headers))

export const remove = (credential: "C1" | "C2" | "C3" | "C8"): Operation =>
  signed(`remove ${credential}`, null, (headers) => revokeCredential({ credentialId: ids[credential] }, headers))

/** An endpoint of a host. The host derives its intent from the body, and may derive a different one on the retry. */
export const pay = (
  amount: number,
  name = `pay ${amount}`,
  payload: Json = { amount },
  accountId = ids.A
): Operation => {
  const call = { name: "Pay", method: "POST", path: "/payments", body: { amount }, accountId, payload }
  return { name, body: call.body, run: (headers) => Effect.map(signedCall(call, headers), replyWithPayload) }
}

export const login = (name: "C1" | "C7" | "C9" = "C1"): Operation => {
  const body = { type: "OAUTH" as const, oidcToken: name, clientPublicKey: keys.opened.publicKey }
  return signed(`log in with ${name}`, body, (headers) =>
    verifyCredential({ credentialId: ids[name], submission: body }, headers)
  )
}

const end = signed("end S1", null, (headers) => revokeSession({ sessionId: ids.S1 }, headers))

/** An operator suspends. */
export const suspend = (name: "A" | "B"): Operation =>
  unsigned(`suspend ${name}`, () => operatorSuspendAccount(ids[name], BECAUSE))
const suspendC1 = unsigned("suspend C1", () => operatorSuspendCredential(ids.C1, BECAUSE))
export const BECAUSE = { actor: "support", reason: "The phone was stolen" }

export const payment: Operation = {
  ...pay(5),
  twins: [pay(500), pay(5, "pay 5, which is 500 by now", { amount: 500 }), end],
  isProbed: true
}

/** The operations that the sessions of account A can sign. */
const prepared: ReadonlyArray<Operation> = [
  { ...refresh("refresh S1", keys.opened), twins: [refresh("refresh S1 for another key", keys.swapped)] },
  remove("C1"),
  remove("C2"),
  end,
  payment
]

/** A start state, and the calls that may arrive in it. */
export interface Scene {
  readonly name: string
  readonly records: Rows
  /** A pending request for each of these exists from the start. */
  readonly prepared: ReadonlyArray<Operation>
  /** A first leg of each of these stored nothing at the start: its request exists by its id. */
  readonly unstored?: ReadonlyArray<Operation>
  /** All operations that a call may start. */
  readonly operations: ReadonlyArray<Operation>
  /** The keys that stamp the retry of each request. */
  readonly signers: ReadonlyArray<Key>
}

/** Account A signs with the sessions of two credentials, and an operator suspends. B has no other credential than C3. */
export const sessions: Scene = {
  name: "sessions",
  records,
  prepared,
  operations: [...prepared, login(), remove("C3"), suspend("A"), suspendC1],
  signers: [keys.S1, keys.S2, keys.S3, keys.opened]
}

/** The second legs of requests that no first leg stored, which a failed stamp stores. */
export const unstored: Scene = {
  ...sessions,
  name: "unstored",
  prepared: [],
  unstored: prepared.filter(({ name }) => !name.startsWith("remove")),
  operations: [suspend("A")]
}
