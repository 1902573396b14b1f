import { readSessionProof, type SessionProof, sessionProofText } from "@countersign/wire"
import { Clock, Effect, Result } from "effect"
import { type EnvironmentKey, isOver, type Millis } from "../../model/Environment.ts"
import { Policy } from "../../model/Policy.ts"
import { machineTimeMillis } from "../../ports/ClockControl.ts"
import { once, spend, spent } from "../../rules/credentials/Credential.ts"
import * as Session from "../../rules/sessions/Session.ts"
import {
  SessionOver,
  SessionProofMalformed,
  SessionProofMissing,
  SessionProofRefused,
  SessionProofStale,
  SessionProofUsed
} from "../../rules/sessions/Session.ts"
import type { Signer } from "../../rules/signed-requests/Signer.ts"
import { StampAuthority } from "../../rules/signed-requests/StampAuthority.ts"
import type { Json } from "../../store/Collection.ts"
import { before, byId, type FoundOf, unchanged } from "../../store/records.ts"
import { isLate, isTaken } from "../isTaken.ts"
import { type CheckedBy, type Decision, type Leg, operation } from "../operation.ts"

/** Whether a proof of `issuedAt` counts at `at`; clocks may be apart by its lifetime, either way. */
export const fresh = (issuedAt: Millis, lifetime: Millis, at: Millis): Result.Result<Millis, SessionProofStale> =>
  isOver(issuedAt + lifetime, at) || isOver(at + lifetime, issuedAt)
    ? Result.fail(new SessionProofStale())
    : Result.succeed(issuedAt + lifetime)

/** A call of the host's own, and what it came with to show whose it is. */
export interface ProvenCall {
  readonly method: string
  /** As its caller spells it, with its query. */
  readonly path: string
  /** As it was sent; null where there was none. */
  readonly body: Json
  readonly proof: string | undefined
  readonly stamp: string | undefined
}

interface ProveCommand {
  readonly call: Omit<ProvenCall, "proof" | "stamp">
  readonly proof: SessionProof
  readonly stamp: string
  /** From when on the proof is stale, by the time of the environment. */
  readonly until: Millis
}

const reads = ({ proof }: ProveCommand, environment: EnvironmentKey) => ({
  session: byId(Session.sessions, environment, proof.sessionId)
})
type ProveLeg = Leg<ProveCommand, FoundOf<ReturnType<typeof reads>>>

export const check = ({ at, found: { session: record } }: ProveLeg) =>
  Result.gen(function* () {
    if (record === undefined) return yield* Result.fail(new SessionOver())
    const session = yield* Result.mapError(Session.active(record.value, at), () => new SessionOver())
    return { asks: session.publicKey, record, session }
  })

const prepare = Effect.fnUntraced(function* ({
  checked: { session },
  command: { call, proof, stamp, until }
}: Pick<ProveLeg, "command"> & { readonly checked: CheckedBy<typeof check> }) {
  yield* judged(session, sessionProofText(proof, call), stamp)
  return { isProofFirst: until < session.expiresAt }
})

export const decide = ({
  at,
  checked: { record, session },
  command: { proof, until },
  environment
}: ProveLeg & { readonly checked: CheckedBy<typeof check> }): Result.Result<Decision<Session.Active>, never> =>
  Result.succeed({
    reply: session,
    changes: [spend(environment, once(`session proof ${proof.sessionId} ${proof.nonce}`, until), at)],
    // By the store's clock too: a node whose clock is behind would accept the proof again once its record has expired.
    guards: [unchanged(record), before(session.expiresAt), before(until)]
  })

const judged = Effect.fnUntraced(function* (session: Session.Active, payload: string, header: string) {
  const authority = yield* StampAuthority
  const signer: Signer = { _tag: "SessionOfAccount" }
  return yield* authority
    .judge({ header, payload, signer, allowed: [session.publicKey] })
    .pipe(
      Effect.mapError((refusal) =>
        refusal._tag === "StampMalformed" ? new SessionProofMalformed() : new SessionProofRefused()
      )
    )
})

const prove = operation({
  reads,
  check,
  prepare,
  decide,
  lost: (conflict, _command, prepared) => {
    if (isTaken(spent)(conflict)) return new SessionProofUsed()
    if (!isLate(conflict)) return undefined
    return prepared?.isProofFirst === true ? new SessionProofStale() : new SessionOver()
  }
})

/** The session whose key signed this call, a moment ago and for this call alone: no copy of it works again. */
export const proveSession = Effect.fnUntraced(function* ({ proof: header, stamp, ...call }: ProvenCall) {
  if (header === undefined || stamp === undefined) return yield* new SessionProofMissing()
  const proof = readSessionProof(header)
  if (proof === undefined) return yield* new SessionProofMalformed()
  const { sessionProofLifetime } = yield* Policy
  // A caller signs by its machine's clock, whatever the time of the environment is.
  const now = yield* machineTimeMillis
  const ahead = (yield* Clock.currentTimeMillis) - now
  const until = yield* Effect.fromResult(fresh(proof.issuedAt, sessionProofLifetime, now))
  return yield* prove({ call, proof, stamp, until: until + ahead })
})
