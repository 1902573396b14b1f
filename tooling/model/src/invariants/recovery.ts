import { credentials, hasExpired, internalAccounts, Recoveries, Session, savedCodes } from "@countersign/core/internal"
import type { Rows } from "../store/Rows.ts"
import { consumedBy, type Done, type Invariants, isCallTo, ofCommits, valueOf, valuesOf } from "./invariants.ts"

const recoveriesIn = (rows: Rows) => valuesOf(rows, Recoveries.recoveries)

/** The recoveries that a commit completes, and each as it was before. */
const completedBy = ({ after, before }: Done) =>
  recoveriesIn(after.rows).flatMap((recovery) => {
    const was = valueOf(before.rows, Recoveries.recoveries, recovery.recoveryId)
    return recovery._tag !== "Completed" || was === undefined || was._tag === "Completed" ? [] : [{ recovery, was }]
  })

/** The hold after a completion, by default. */
const THREE_DAYS = 3 * 86_400_000

/** Until when a recovery must hold its account. */
const holdOf = (recovery: Recoveries.Recovery, now: number): number => {
  const current = Recoveries.asOf(recovery, now)
  if (current._tag === "Completed") return current.completedAt + THREE_DAYS
  const isOpen = current._tag === "Waiting" || current._tag === "Ready"
  return isOpen && current.method !== "SAVED_CODE" ? current.expiresAt : 0
}

const heldUntil = (rows: Rows, accountId: string): number => valueOf(rows, internalAccounts, accountId)?.heldUntil ?? 0

const removes = ({ after, before }: Done): boolean =>
  valuesOf(after.rows, credentials).length < valuesOf(before.rows, credentials).length

export const invariantsOfRecovery: Invariants = {
  RC1: {
    says: "a completed recovery leaves no other active session and no other active credential",
    holds: ofCommits((done) =>
      completedBy(done).every(({ recovery: { accountId, credentialId } }) => {
        const active = valuesOf(done.after.rows, credentials).filter(
          (credential) => credential.accountId === accountId && credential.status !== "SUSPENDED"
        )
        return (
          active.length === 1 &&
          active[0]?.credentialId === credentialId &&
          valuesOf(done.after.rows, Session.sessions).every(
            (session) => session.accountId !== accountId || session._tag !== "Active"
          )
        )
      })
    )
  },
  RC4: {
    says: "a wallet is held during a recovery by another person and after each; then no export and no removal is done",
    holds: ofCommits((done) => {
      const { after, before } = done
      const isHeld = recoveriesIn(after.rows).every(
        (recovery) => heldUntil(after.rows, recovery.accountId) >= holdOf(recovery, after.now)
      )
      const consumed = consumedBy(done)
      const isTaken = consumed !== undefined && (isCallTo("export", consumed.payload) || removes(done))
      return isHeld && (!isTaken || hasExpired(heldUntil(before.rows, consumed.accountId), before.now))
    })
  },
  RC6: {
    says: "a recovery binds no credential before its delay has passed, by the clock of the node that completes it",
    holds: ofCommits((done) => {
      const at = done.commit.call.received.answers.at(-1)?.at ?? 0
      return completedBy(done).every(({ was }) => hasExpired(was.readyAt, at))
    })
  },
  RC12: {
    says: "a recovery by saved code is completed with a saved code, which the commit consumes",
    holds: ofCommits((done) =>
      completedBy(done).every(({ recovery: { accountId, method } }) => {
        const [before, after] = [done.before, done.after].map(
          ({ rows }) => valueOf(rows, savedCodes, accountId)?.digests.length ?? 0
        )
        return before === (after ?? 0) + (method === "SAVED_CODE" ? 1 : 0)
      })
    )
  },
  RC13: {
    says: "a recovery that has ended remains as it is, and a credential is bound by one completion",
    holds: ofCommits((done) => {
      const consumed = consumedBy(done)
      const isCompletion = consumed !== undefined && isCallTo("complete", consumed.payload)
      const [before, after] = [done.before, done.after].map(({ rows }) => valuesOf(rows, credentials).length)
      const isFinal = recoveriesIn(done.before.rows).every(
        ({ _tag, recoveryId }) =>
          _tag === "Waiting" ||
          _tag === "Ready" ||
          valueOf(done.after.rows, Recoveries.recoveries, recoveryId)?._tag === _tag
      )
      return isFinal && (!isCompletion || (after ?? 0) <= (before ?? 0) + completedBy(done).length)
    })
  }
}
