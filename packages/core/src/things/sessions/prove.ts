import { readSessionProof, type SessionProof, sessionProofText } from "@countersign/wire"
import { Clock, Effect, Result } from "effect"
import { heldAt } from "../../model/accountState.ts"
import { type EnvironmentKey, hasExpired, type Millis } from "../../model/Environment.ts"
import { Policy } from "../../model/Policy.ts"
import { machineTimeMillis } from "../../ports/ClockControl.ts"
import { isLate, isTaken } from "../../steps/isTaken.ts"
import { operation } from "../../steps/operation.ts"
import type { Json } from "../../store/Collection.ts"
import { before, unchanged } from "../../store/plans.ts"
import { byId } from "../../store/records.ts"
import { requireStanding } from "../access/rules/authority.ts"
import { consume, singleUse, usedValues } from "../credentials/rules/Credential.ts"
import { type Signer, StampAuthority } from "../signed-requests/rules/StampAuthority.ts"
import { accountOfSession, accountRef } from "./open.ts"
import * as Session from "./rules/Session.ts"

/** A call to an endpoint of the host's own, with its session proof. */
export interface ProvenCall {
  readonly method: string
  /** As the caller sent it, including the query. */
  readonly path: string
  /** As received; null if there was none. */
  readonly body: Json
  readonly proof: string | undefined
  readonly stamp: string | undefined
  /** Whether a held account may do this call. If absent, it is refused until the hold ends. */
  readonly allowHeld?: boolean | undefined
}

/**
 * Verifies a session proof: proof of possession of the session key for this call (compare DPoP, RFC 9449). Returns the
 * session. Each proof is accepted once, and only for the call it names.
 */
export const proveSession = Effect.fnUntraced(function* ({
  allowHeld: isAllowedHeld,
  proof: header,
  stamp,
  ...call
}: ProvenCall) {
  if (header === undefined || stamp === undefined) return yield* new Session.SessionProofMissing()
  const proof = readSessionProof(header)
  if (proof === undefined) return yield* new Session.SessionProofMalformed()
  const { sessionProofLifetime } = yield* Policy
  // A client signs with its own clock, independent of the environment's time.
  const now = yield* machineTimeMillis
  const ahead = (yield* Clock.currentTimeMillis) - now
  const until = yield* Effect.fromResult(requireFresh(proof.issuedAt, sessionProofLifetime, now))
  return yield* prove({ call, isAllowedHeld, proof, stamp, until: until + ahead })
})

interface ProveCommand {
  readonly call: Pick<ProvenCall, "body" | "method" | "path">
  readonly isAllowedHeld: boolean | undefined
  readonly proof: SessionProof
  readonly stamp: string
  /** When the proof expires, in the time of the environment. */
  readonly until: Millis
}

const reads = ({ proof }: ProveCommand, environment: EnvironmentKey) => ({
  session: byId(Session.sessions, environment, proof.sessionId),
  account: accountRef(environment, accountOfSession(proof.sessionId))
})

export const prove = operation(reads)
  .check(function provable({ at, command: { isAllowedHeld }, found: { account, session: record } }) {
    return Result.gen(function* () {
      if (record === undefined) return yield* Result.fail(new Session.SessionEnded())
      const session = yield* Result.mapError(Session.active(record.value, at), () => new Session.SessionEnded())
      yield* requireStanding({ name: "Host", isAllowedHeld }, [account], at)
      return { inputs: session.publicKey, record, session, heldUntil: account && heldAt(account.value, at) }
    })
  })
  .prepare(
    Effect.fnUntraced(function* verifyProof({ checked: { session }, command: { call, proof, stamp, until } }) {
      yield* requireValidProof(session, sessionProofText(proof, call), stamp)
      return { isProofFirst: until < session.expiresAt }
    })
  )
  .lost((conflict, _command, prepared) => {
    if (isTaken(usedValues)(conflict)) return new Session.SessionProofUsed()
    if (!isLate(conflict)) return undefined
    return prepared?.isProofFirst === true ? new Session.SessionProofStale({}) : new Session.SessionEnded()
  })
  .decide(function consumeProof({
    at,
    checked: { heldUntil, record, session },
    command,
    environment,
    found: { account }
  }) {
    const { isAllowedHeld, proof, until } = command
    return Result.succeed({
      // The end of a hold of the account that the host allows.
      reply: { session, heldUntil },
      changes: [consume(environment, singleUse(`session proof ${proof.sessionId} ${proof.nonce}`, until), at)],
      // The store's clock is checked too: a node whose clock is behind would accept the proof again after its record has
      // expired.
      guards: [
        unchanged(record),
        // A hold that another call commits in between makes this commit conflict, and decide again.
        ...(account === undefined || isAllowedHeld === true ? [] : [unchanged(account)]),
        before(session.expiresAt),
        before(until)
      ]
    })
  })

const requireValidProof = Effect.fnUntraced(function* (session: Session.Active, payload: string, header: string) {
  const authority = yield* StampAuthority
  const signer: Signer = { _tag: "SessionOfAccount" }
  return yield* authority
    .judge({ header, payload, signer, allowed: [session.publicKey] })
    .pipe(
      Effect.mapError((refusal) =>
        refusal._tag === "StampMalformed" ? new Session.SessionProofMalformed() : new Session.SessionProofRefused()
      )
    )
})

/**
 * Checks that a proof issued at `issuedAt` is valid at `at`. The clocks may differ by `lifetime` in either direction.
 */
export const requireFresh = (
  issuedAt: Millis,
  lifetime: Millis,
  at: Millis
): Result.Result<Millis, Session.SessionProofStale> =>
  hasExpired(issuedAt + lifetime, at) || hasExpired(at + lifetime, issuedAt)
    ? Result.fail(new Session.SessionProofStale({ serverTime: at }))
    : Result.succeed(issuedAt + lifetime)
