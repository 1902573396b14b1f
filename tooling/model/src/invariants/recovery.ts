import { credentials, internalAccounts, isOver, Recoveries, Session } from "@countersign/core/internal"
import type { Rows } from "../store/Rows.ts"
import {
  consumedBy,
  type Done,
  I1,
  I4,
  I5,
  I11,
  I15,
  type Invariant,
  OP2,
  ofCommits,
  signedText,
  valueOf,
  valuesOf
} from "./invariants.ts"

const recoveriesIn = (rows: Rows) => valuesOf(rows, Recoveries.recoveries)

/** The credentials that a commit adds. */
const boundBy = ({ after, before }: Done): ReadonlyArray<string> => {
  const were = new Set(valuesOf(before.rows, credentials).map(({ credentialId }) => credentialId))
  return valuesOf(after.rows, credentials).flatMap(({ credentialId }) => (were.has(credentialId) ? [] : [credentialId]))
}

const RC13: Invariant = {
  name: "RC13",
  says: "a cancelled recovery binds no credential, and remains cancelled",
  holds: ofCommits((done) => {
    const openBefore = new Set(
      recoveriesIn(done.before.rows).flatMap(({ _tag, recoveryId }) =>
        _tag === "Waiting" || _tag === "Ready" ? [recoveryId] : []
      )
    )
    const bindings = recoveriesIn(done.after.rows).flatMap((recovery) =>
      recovery._tag === "Completed" && openBefore.has(recovery.recoveryId) ? [recovery.credentialId] : []
    )
    const isStillOver = recoveriesIn(done.before.rows).every(
      ({ _tag, recoveryId }) =>
        openBefore.has(recoveryId) || valueOf(done.after.rows, Recoveries.recoveries, recoveryId)?._tag === _tag
    )
    return isStillOver && boundBy(done).every((bound) => bindings.some((binding) => binding === bound))
  })
}

const RC1: Invariant = {
  name: "RC1",
  says: "a completed recovery leaves no other active session and no other active credential",
  holds: ofCommits(({ after, before }) =>
    recoveriesIn(after.rows).every((recovery) => {
      if (recovery._tag !== "Completed") return true
      if (valueOf(before.rows, Recoveries.recoveries, recovery.recoveryId)?._tag === "Completed") return true
      const { accountId, credentialId } = recovery
      const active = valuesOf(after.rows, credentials).filter(
        (credential) => credential.accountId === accountId && credential.status !== "SUSPENDED"
      )
      return (
        active.every((credential) => credential.credentialId === credentialId) &&
        active.length === 1 &&
        valuesOf(after.rows, Session.sessions).every(
          (session) => session.accountId !== accountId || session._tag !== "Active"
        )
      )
    })
  )
}

/** Whether a signed payload lets something leave the wallet: its mnemonic, or a credential. */
const takes = (payload: string): boolean => {
  const { context, providerIds = [] } = signedText(payload)
  return context.path.endsWith("/export") || providerIds.length > 0
}

const RC4: Invariant = {
  name: "RC4",
  says: "nothing leaves a held wallet: no export is answered, and no credential is removed",
  holds: ofCommits((done) => {
    const consumed = consumedBy(done)
    if (consumed === undefined || !takes(consumed.payload)) return true
    const until = valueOf(done.before.rows, internalAccounts, consumed.accountId)?.heldUntil
    return until === undefined || isOver(until, done.before.now)
  })
}

/**
 * The invariants of recoveries. I2, I3 and I10 are of calls that a session signs, and I2 knows no export; the other
 * scene checks them.
 */
export const invariantsOfRecovery: ReadonlyArray<Invariant> = [I1, I4, I5, I11, I15, OP2, RC1, RC4, RC13]
