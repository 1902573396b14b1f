import {
  type Credential,
  Credentials,
  credentials,
  hasExpired,
  internalAccounts,
  platformSettings,
  Session
} from "@countersign/core/internal"
import type { Rows } from "../store/Rows.ts"
import {
  consumedBy,
  type Done,
  type Invariants,
  idsIn,
  isCallTo,
  ofCommits,
  ofRetries,
  pathOf,
  rightfulFor,
  valueOf,
  valuesOf
} from "./invariants.ts"

const resting = Credentials.restingCredentials

/**
 * Time confirms by the clock of the node that decided the commit, as it makes a recovery ready (RC6), or by that of the
 * store: a session that another node opened since then is not bound.
 */
const decidedAt = ({ before, commit: { call } }: Done): number =>
  Math.max(before.now, call.received.answers.filter(({ answer }) => answer._tag === "Found").at(-1)?.at ?? 0)

const vouchersOf = ({ addressVoucher, voucher }: Credential, at: number) =>
  [voucher, addressVoucher].flatMap((each) => (each === undefined || hasExpired(each.until, at) ? [] : [each]))

/** The credentials that vouched for an unconfirmed one. */
const ancestorsOf = (credential: Credential, at: number): ReadonlyArray<string> =>
  vouchersOf(credential, at).flatMap(({ ancestors }) => ancestors)

/** The credentials whose sessions have the key of the stamp. */
const signersOf = (done: Done): ReadonlyArray<Credential> => {
  const consumed = consumedBy(done)
  if (consumed === undefined || isCallTo("complete", consumed.payload)) return []
  return rightfulFor(done, consumed).flatMap(
    ({ credentialId }) => valueOf(done.before.rows, credentials, credentialId) ?? []
  )
}

/** Exports are the only operation that a rule of the scene concerns. */
const isWithinRules = (done: Done): boolean => {
  const consumed = consumedBy(done)
  const policy = valueOf(done.before.rows, platformSettings, "settings")?.settings.accessPolicy
  const types = policy?.operations?.[0]?.credentialTypes
  if (consumed === undefined || types === undefined || !isCallTo("export", consumed.payload)) return true
  return signersOf(done).some((signer) => {
    const logins = vouchersOf(signer, decidedAt(done)).flatMap((voucher) => voucher.logins)
    return [signer.type, ...logins.map(({ credentialType }) => credentialType)].every((type) => types.includes(type))
  })
}

/** A credential that a session adds names the credential of the session, and those that vouched for that one. */
const isVouched = (done: Done): boolean => {
  const { rows } = done.before
  const known = new Set([...idsIn(valuesOf(rows, credentials)), ...idsIn(valuesOf(rows, resting))])
  const added = valuesOf(done.after.rows, credentials).filter(({ credentialId }) => !known.has(credentialId))
  const at = decidedAt(done)
  return signersOf(done).every((signer) =>
    added.every(({ voucher }) =>
      [signer.credentialId, ...ancestorsOf(signer, at)].every((id) => voucher?.ancestors.some((each) => each === id))
    )
  )
}

/** An unconfirmed credential is confirmed early by an older, confirmed one that did not vouch for it, or by no one. */
const isConfirmedByOther = (done: Done): boolean => {
  const at = decidedAt(done)
  return valuesOf(done.before.rows, credentials).every((before) => {
    const after = valueOf(done.after.rows, credentials, before.credentialId)
    if (before.voucher === undefined || hasExpired(before.voucher.until, at) || after === undefined) return true
    return (
      after.voucher !== undefined ||
      signersOf(done).some(
        (by) =>
          by.createdAt < before.createdAt &&
          vouchersOf(by, at).length === 0 &&
          !ancestorsOf(before, at).includes(by.credentialId)
      )
    )
  })
}

/** The credentials that a commit returned from their rest. */
const returnedBy = ({ after, before }: Done): ReadonlyArray<string> => {
  const known = new Set(idsIn(valuesOf(before.rows, credentials)))
  return idsIn(valuesOf(after.rows, credentials)).filter((id) => !known.has(id) && valueOf(before.rows, resting, id))
}

/** A credential rests, or is one of its account, and not both. Nothing else than a confirmation or a return ends a rest. */
const isRestKept = (done: Done): boolean => {
  const { after, before } = done
  const at = decidedAt(done)
  const consumed = consumedBy(done)
  const back = returnedBy(done)
  const isLeft = (id: string) => valueOf(after.rows, resting, id) !== undefined
  const isThere = (id: string) => valueOf(after.rows, credentials, id) !== undefined
  const isOnce = idsIn(valuesOf(after.rows, resting)).every((id) => !isThere(id))
  const isEnded = (each: Credential) =>
    hasExpired(each.restsUntil ?? 0, at) ||
    ancestorsOf(each, at).some((id) => back.includes(id)) ||
    (consumed !== undefined && pathOf(consumed.payload).endsWith(`/${each.removedBy}/confirm`))
  const isKept = valuesOf(before.rows, resting).every(
    (each) => isLeft(each.credentialId) || isThere(each.credentialId) || isEnded(each)
  )
  const removed = valuesOf(before.rows, credentials).filter(({ credentialId }) => !isThere(credentialId))
  const [signer] = signersOf(done)
  const rests =
    signer === undefined ? [] : removed.filter((each) => ancestorsOf(signer, at).includes(each.credentialId))
  return isOnce && isKept && rests.every((each) => isLeft(each.credentialId))
}

/** A return suspends every unconfirmed descendant and ends its sessions. OP2 says that none opens later. */
const isReturnComplete = (done: Done): boolean => {
  const at = decidedAt(done)
  const known = new Set(returnedBy(done))
  const ends = valuesOf(done.before.rows, credentials).filter((each) =>
    ancestorsOf(each, at).some((id) => known.has(id))
  )
  return ends.every(({ credentialId }) => {
    const status = valueOf(done.after.rows, credentials, credentialId)?.status
    const isEnded = valuesOf(done.after.rows, Session.sessions).every(
      (session) => session.credentialId !== credentialId || session._tag !== "Active"
    )
    return isEnded && (status === "SUSPENDED" || valueOf(done.after.rows, credentials, credentialId) === undefined)
  })
}

/** The signed calls that a held account accepts, by their paths: refresh, the end of sessions, objection, recovery. */
const ALLOWED = /^\/auth\/(?:sessions|recoveries)\//u

/** Whether the account may do only what is in the list, by the store's clock. */
const isStopped = (rows: Rows, accountId: string, now: number): boolean => {
  const account = valueOf(rows, internalAccounts, accountId)
  return account?.status === "FROZEN" || !hasExpired(account?.heldUntil ?? 0, now)
}

export const invariantsOfAuthority: Invariants = {
  I21: {
    says: "what a session added does no more than the session until it is confirmed, and cannot remove what vouched for it",
    holds: ofCommits((done) =>
      [isWithinRules, isVouched, isConfirmedByOther, isRestKept, isReturnComplete].every((holds) => holds(done))
    )
  },
  I22: {
    says: "while an account is held or suspended, no signed call but those that end something, refresh or recover is done",
    holds: ofRetries(
      ({ before }, { accountId, payload }) =>
        ALLOWED.test(pathOf(payload)) || !isStopped(before.rows, accountId, before.now)
    )
  }
}
