import type { Changed, Stored } from "../world/History.ts"
import { type Invariant, ofKind, type Records } from "./Invariant.ts"

/** An expired session is not swept at once. */
const isActive = ({ at, body }: Stored, now = at) => body._tag === "Active" && Number(body.expiresAt) > now

const accountOf = ({ after, before, environment }: Changed, records: Records) =>
  records.get("internal_accounts", environment, String((after ?? before)?.body.accountId))

/** Wrong codes in a row that lock a credential. */
const GUESSES = 5

/** Invariants of credentials, sessions and codes: what an end user has, and what a thief must not get. */
export const ofCredentials: ReadonlyArray<Invariant> = [
  {
    name: "I1",
    says: "a request id is consumed at most once",
    onCommit: (changes) =>
      ofKind(changes, "signed_requests").flatMap(({ after, before, id }) =>
        before?.body._tag === "Consumed" && after?.body._tag === "Consumed" ? [`${id} is consumed twice`] : []
      )[0]
  },
  {
    name: "I3",
    says: "a stamp counts only if its key belongs to an active session of the same account",
    onCommit: (changes, records, at) =>
      ofKind(changes, "signed_requests").flatMap(({ after, environment, id }) => {
        const { accountId, consumedAt, signedBy, signer } = after?.body ?? {}
        if (typeof signedBy !== "string" || Object(signer)._tag === "KeyHolder" || Number(consumedAt) < at - 60_000)
          return []
        const sessions = records.where("sessions", environment, "publicKey", signedBy)
        const before = ofKind(changes, "sessions").flatMap((change) => change.before ?? [])
        const signing = [...sessions, ...before].filter(({ body }) => body.publicKey === signedBy)
        return signing.some(({ body }) => body.accountId === accountId)
          ? []
          : [`${id} is signed by no session of ${accountId}`]
      })[0]
  },
  {
    name: "I4",
    says: "an account that has a credential never loses its last one",
    onCommit: (changes, records) =>
      ofKind(changes, "credentials").flatMap((change) => {
        const account = accountOf(change, records)
        if (change.after !== undefined || account === undefined || account.body.status === "CLOSED") return []
        const accountId = String(change.before?.body.accountId)
        return records.where("credentials", change.environment, "accountId", accountId).length === 0
          ? [`${accountId} lost its last credential`]
          : []
      })[0]
  },
  {
    name: "I5",
    says: "no session outlives its credential",
    onCommit: (changes, records, at) =>
      [
        ...ofKind(changes, "credentials").flatMap(({ after, environment, id }) =>
          after === undefined
            ? records.where("sessions", environment, "credentialId", id).filter((one) => isActive(one, at))
            : []
        ),
        ...ofKind(changes, "sessions").flatMap(({ after }) => {
          if (after === undefined || !isActive(after)) return []
          const credential = records.get("credentials", after.environment, String(after.body.credentialId))
          return credential === undefined ? [after] : []
        })
      ].map(({ id }) => `${id} is active without its credential`)[0]
  },
  {
    name: "I6",
    says: "one EMAIL_OTP per account, and one of each identity",
    onCommit: (changes, records) =>
      ofKind(changes, "credentials").flatMap(({ after, environment }) => {
        if (after === undefined) return []
        const { accountId, type, uniqueKey } = after.body
        const mails = records
          .where("credentials", environment, "accountId", String(accountId))
          .filter(({ body }) => body.type === "EMAIL_OTP")
        const same = records.where("credentials", environment, "uniqueKey", String(uniqueKey))
        return (type === "EMAIL_OTP" && mails.length > 1) || same.length > 1 ? [`${after.id} is a second one`] : []
      })[0]
  },
  {
    name: "I10",
    says: "an expired session authorises nothing from that instant on",
    onCommit: (changes, records, at) =>
      ofKind(changes, "signed_requests").flatMap(({ after, environment, id }) => {
        const { consumedAt, signedBy, signer } = after?.body ?? {}
        if (typeof signedBy !== "string" || Object(signer)._tag === "KeyHolder" || Number(consumedAt) < at - 60_000)
          return []
        const [session] = records.where("sessions", environment, "publicKey", signedBy)
        return session !== undefined && at >= Number(session.body.expiresAt)
          ? [`${id} is signed by an expired session`]
          : []
      })[0]
  },
  {
    name: "I15",
    says: "a wrong code stays counted until a right one, and five in a row lock",
    onCommit: (changes) =>
      ofKind(changes, "email_otps").flatMap(({ after, before, id }) => {
        if (
          before === undefined ||
          after === undefined ||
          after.body._tag === "Proven" ||
          before.body._tag === "Proven"
        )
          return []
        const isFewer = (field: string) => Number(after.body[field] ?? 0) < Number(before.body[field] ?? 0)
        const isUnlocked = after.body._tag === "Issued" && Object(after.body.issue).isRecovery !== true
        if (isUnlocked && Number(after.body.failures) >= GUESSES) return [`${id} takes more guesses than ${GUESSES}`]
        const isAtLock = [before, after].some(({ body }) => body._tag === "Locked")
        return isFewer("failuresInAll") || (isFewer("failures") && !isAtLock) ? [`${id} forgets wrong codes`] : []
      })[0]
  },
  {
    name: "I21",
    says: "what an unconfirmed credential removes can return",
    onCommit: (changes, records, at) => {
      const [signedBy] = ofKind(changes, "signed_requests").flatMap(({ after }) => after?.body.signedBy ?? [])
      return ofKind(changes, "credentials").flatMap(({ after, environment, id }) => {
        if (after !== undefined || signedBy === undefined) return []
        const [session] = records.where("sessions", environment, "publicKey", String(signedBy))
        const signing = records.get("credentials", environment, String(session?.body.credentialId))
        const isAncestor = [signing?.body.voucher, signing?.body.addressVoucher].some((each) => {
          const { ancestors, until } = Object(each)
          return Number(until ?? 0) > at && Array.isArray(ancestors) && ancestors.includes(id)
        })
        const rests = ofKind(changes, "resting_credentials").some((one) => one.id === id && one.after !== undefined)
        return isAncestor && !rests ? [`${id} is removed for good by an unconfirmed credential`] : []
      })[0]
    }
  },
  {
    name: "I22",
    says: "a held account does only what the allow-list names",
    onCommit: (changes, records, at) => {
      // An account that is held still objects: what its objection returns was there before.
      const returned = ofKind(changes, "resting_credentials").flatMap(({ after, id }) =>
        after === undefined ? id : []
      )
      if (ofKind(changes, "recoveries").length > 0 || returned.length > 0) return undefined
      const isHeld = (environment: string, accountId: unknown) => {
        const { heldUntil, status } = records.get("internal_accounts", environment, String(accountId))?.body ?? {}
        return Number(heldUntil ?? 0) > at || status === "FROZEN"
      }
      return changes.flatMap(({ after, before, collection, environment, id }) => {
        const body = (after ?? before)?.body ?? {}
        if (
          collection === "credentials" &&
          (before === undefined) !== (after === undefined) &&
          isHeld(environment, body.accountId)
        )
          return [`${id} of a held account changes`]
        if (
          collection === "sessions" &&
          before === undefined &&
          body._tag === "Active" &&
          records.get("internal_accounts", environment, String(body.accountId))?.body.status === "FROZEN"
        )
          return [`${id} opens for a suspended account`]
        if (collection === "transactions" && before === undefined && isHeld(environment, Object(body.source).accountId))
          return [`${id} leaves a held account`]
        return []
      })[0]
    }
  }
]
