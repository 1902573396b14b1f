import { readSessionProof, type SessionProof, sessionProofText } from "@countersign/wire"
import { Clock, Effect } from "effect"
import { once, spend, spent } from "../../credentials/spent.ts"
import { type EnvironmentKey, environmentKey } from "../../model/Environment.ts"
import { Policy } from "../../model/Policy.ts"
import type { Millis } from "../../model/time.ts"
import type { Json } from "../../ports/Collection.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { machineTimeMillis } from "../../ports/MachineTime.ts"
import { again, before, byId, commit, loadOne, unchanged } from "../../ports/records.ts"
import type { Conflict } from "../../ports/Store.ts"
import { fresh } from "../../sessions/freshness.ts"
import {
  SessionOver,
  SessionProofMalformed,
  SessionProofMissing,
  SessionProofRefused,
  SessionProofStale,
  SessionProofUsed
} from "../../sessions/refusals.ts"
import * as Session from "../../sessions/Session.ts"
import { Signer } from "../../signed-requests/Signer.ts"
import { StampAuthority } from "../../signed-requests/StampAuthority.ts"
import { isLate, isTaken } from "../isTaken.ts"

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

/** The session whose key signed this call, a moment ago and for this call alone: no copy of it works again. */
export const proveSession = Effect.fnUntraced(function* ({ proof: header, stamp, ...call }: ProvenCall) {
  if (header === undefined || stamp === undefined) return yield* new SessionProofMissing()
  const proof = readSessionProof(header)
  if (proof === undefined) return yield* new SessionProofMalformed()
  return yield* again(proven(call, proof, stamp))
})

const proven = Effect.fnUntraced(function* (
  call: Omit<ProvenCall, "proof" | "stamp">,
  proof: SessionProof,
  stamp: string
) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const { sessionProofLifetime } = yield* Policy
  const at = yield* Clock.currentTimeMillis
  // A caller signs by its machine's clock, whatever the time of the environment is.
  const ahead = at - (yield* machineTimeMillis)
  const until = yield* Effect.fromResult(fresh(proof.issuedAt, sessionProofLifetime, at - ahead))
  const record = yield* loadOne(byId(Session.sessions, environment, proof.sessionId))
  if (record === undefined) return yield* new SessionOver()
  const session = yield* Effect.mapError(Effect.fromResult(Session.active(record.value, at)), () => new SessionOver())
  yield* judged(session, sessionProofText(proof, call), stamp)
  yield* commit({
    changes: [spendProof(environment, proof, until + ahead, at)],
    // By the store's clock too: a node whose clock is behind would accept the proof again once its record has expired.
    guards: [unchanged(record), before(session.expiresAt), before(until + ahead)]
  }).pipe(Effect.catchTag("Conflict", (conflict) => Effect.fail(lost(conflict, until + ahead < session.expiresAt))))
  return session
})

/** The refusal for a conflict that deciding again would find again. */
const lost = (conflict: Conflict, isProofFirst: boolean) => {
  if (isTaken(spent)(conflict)) return new SessionProofUsed()
  if (!isLate(conflict)) return conflict
  return isProofFirst ? new SessionProofStale() : new SessionOver()
}

const spendProof = (environment: EnvironmentKey, { nonce, sessionId }: SessionProof, until: Millis, at: Millis) =>
  spend(environment, once(`session proof ${sessionId} ${nonce}`, until), at)

const judged = Effect.fnUntraced(function* (session: Session.Active, payload: string, header: string) {
  const authority = yield* StampAuthority
  const signer = Signer.cases.SessionOfAccount.make({})
  return yield* authority
    .judge({ header, payload, signer, allowed: [session.publicKey] })
    .pipe(
      Effect.mapError((refusal) =>
        refusal._tag === "StampMalformed" ? new SessionProofMalformed() : new SessionProofRefused()
      )
    )
})
