import type { Changed } from "../world/History.ts"
import { type Invariant, ofKind, type Records } from "./Invariant.ts"

/** The signed requests that a commit completes. */
const completed = (changes: ReadonlyArray<Changed>) =>
  ofKind(changes, "signed_requests").flatMap(({ after, before, environment, id }) =>
    after?.body._tag === "Consumed" && before?.body._tag !== "Consumed" ? [{ ...after, environment, id }] : []
  )

/** Those that a commit issues. */
const issued = (changes: ReadonlyArray<Changed>) =>
  ofKind(changes, "signed_requests").flatMap(({ after, before }) =>
    after !== undefined && before === undefined && after.body._tag === "Pending" ? [after] : []
  )

/** The operations of a held and of a suspended account: the rows of docs/generated/authority.md. */
const OBJECTIONS = ["RevokeSession", "RevokeOtherSessions", "CancelRecovery", "UndoEmail"]
const WHILE_SUSPENDED = new Set(OBJECTIONS)
const WHILE_HELD = new Set([
  ...OBJECTIONS,
  ...["VerifyCredential", "OpenSignIn", "RefreshSession", "StartRecovery", "CompleteRecovery", "LoginWithPasskey"]
])

/** A call may have begun before the hold did. */
const LONGEST_CALL = 15_000
const FAMILY_LIFETIME = 86_400_000

const stateOf = (environment: string, accountId: unknown, records: Records, at: number) => {
  const { heldUntil, status } = records.get("internal_accounts", environment, String(accountId))?.body ?? {}
  return status === "FROZEN" ? "suspended" : Number(heldUntil ?? 0) > at ? "held" : undefined
}

/** Invariants of signatures: what a signed call may do, and what needs one. */
export const makeOfSigning = (): ReadonlyArray<Invariant> => {
  const firstLegs = new Map<string, string>()
  /** Since when an account is held or suspended. */
  const since = new Map<string, number>()
  const note = (changes: ReadonlyArray<Changed>, records: Records, at: number) => {
    for (const { environment, id } of ofKind(changes, "internal_accounts")) {
      const state = stateOf(environment, id, records, at)
      if (state === undefined) since.delete(id)
      else if (!since.has(id)) since.set(id, at)
    }
  }
  return [
    {
      name: "I2",
      says: "the signed leg is the call of its first leg",
      on: (happening) => {
        if (happening.kind !== "call" || happening.call.status >= 300) return undefined
        const { answer, body, headers, isAltered, method, path, status } = happening.call
        const call = `${method} ${path} ${body}`
        if (status === 202) {
          const id = /"requestId":"([^"]+)"/u.exec(answer)?.[1]
          if (id !== undefined) firstLegs.set(id, call)
          return undefined
        }
        const first = firstLegs.get(headers["request-id"] ?? "")
        return first === undefined || first === call || isAltered ? undefined : `${call} takes effect by ${first}`
      }
    },
    {
      name: "I3",
      says: "the key that a request names signs it, and no credential signs its own removal",
      onCommit: (changes, records) =>
        completed(changes).flatMap(({ body, environment, id }) => {
          const { publicKey } = Object(body.signer)
          if (body.signedBy === undefined) return []
          if (publicKey !== undefined && publicKey !== body.signedBy) return [`${id} is signed by another key`]
          if (Object(body.call).operation !== "RevokeCredential") return []
          // The removal ends the sessions of the credential in the same commit.
          const ended = ofKind(changes, "sessions").flatMap((change) => change.before ?? [])
          const session = [
            ...records.where("sessions", environment, "publicKey", String(body.signedBy)),
            ...ended
          ].find((one) => one.body.publicKey === body.signedBy)
          const own = ofKind(changes, "credentials").find(
            (change) => change.after === undefined && change.id === session?.body.credentialId
          )
          return own === undefined ? [] : [`${own.id} signs its own removal`]
        })[0]
    },
    {
      name: "I10",
      says: "no session or request acts after its end, and no session family outlives its limit",
      onCommit: (changes, _, at) => {
        for (const { after, before, collection, environment, id } of changes) {
          if (after === undefined || before !== undefined) continue
          if (!["credentials", "sessions", "signed_requests"].includes(collection)) continue
          const { createdAt, expiresAt, familySince } = after.body
          if (Number(createdAt) > at + 100)
            return `${id} of ${environment} is created ${Number(createdAt) - at} ms ahead`
          if (collection === "sessions" && Number(expiresAt) > Number(familySince) + FAMILY_LIFETIME)
            return `${id} outlives its family`
        }
        const late = ofKind(changes, "signed_requests").find(
          ({ after, before }) =>
            before?.body._tag === "Pending" && after?.body._tag === "Consumed" && Number(before.body.expiresAt) <= at
        )
        return late && `${late.id} is completed after its end`
      },
      on: (happening, records) => {
        if (happening.kind !== "call" || happening.call.status >= 300) return undefined
        const { answer, environment, method, path, since: begun } = happening.call
        const used = /\/auth\/sessions\/(Session:[\w-]{36})/u.exec(path)?.[1]
        const session = used === undefined ? undefined : records.get("sessions", environment, used)
        if (session?.body._tag === "Active" && Number(session.body.expiresAt) < begun - TOLERANCE)
          return `${method} ${path} uses an expired session`
        if (method !== "GET" || !path.includes("/auth/sessions?")) return undefined
        const old = [...answer.matchAll(/"expiresAt":"([^"]+)"/gu)].find(
          ([, end = ""]) => Date.parse(end) < begun - TOLERANCE
        )
        return old && `${path} lists a session that ended at ${old[1]}`
      }
    },
    {
      name: "I14",
      says: "in production each completed request has the key that signed it",
      onCommit: (changes) =>
        completed(changes).flatMap(({ body, environment, id }) =>
          environment.startsWith("production") &&
          body.signedBy === undefined &&
          !["Passkey", "Guardian"].includes(Object(body.signer)._tag)
            ? [`${id} is completed without a signature`]
            : []
        )[0]
    },
    {
      name: "I18",
      says: "only a signature adds a credential or makes recovery codes",
      onCommit: (changes, records) => {
        if (completed(changes).length > 0 || ofKind(changes, "resting_credentials").length > 0) return undefined
        const added = ofKind(changes, "credentials").find(
          ({ after, before, environment }) =>
            after !== undefined &&
            before === undefined &&
            records.where("credentials", environment, "accountId", String(after.body.accountId)).length > 1
        )
        if (added !== undefined) return `${added.id} is added without a signature`
        const made = ofKind(changes, "saved_codes").find(({ after, before }) => {
          const known = new Set([before?.body, Object(before?.body.before)].flatMap((one) => one?.digests ?? []))
          const now: unknown = after?.body.digests
          return Array.isArray(now) && now.some((digest) => !known.has(digest))
        })
        return made && `${made.id} gets recovery codes without a signature`
      }
    },
    {
      name: "I22",
      says: "a held or suspended account neither begins nor completes a signed call beyond the allow-list",
      onCommit: (changes, records, at) => {
        note(changes, records, at)
        const refusedIn = (body: Readonly<Record<string, unknown>>, environment: string, allowed?: Set<string>) => {
          const state = stateOf(environment, body.accountId, records, at)
          const operation = String(Object(body.call).operation)
          if (state === undefined) return undefined
          const names = allowed ?? (state === "held" ? WHILE_HELD : WHILE_SUSPENDED)
          return names.has(operation) ? undefined : `${operation} while ${state}`
        }
        for (const { body, environment, id } of completed(changes)) {
          const refused = refusedIn(body, environment)
          if (refused !== undefined) return `${id} completes ${refused}`
        }
        for (const { body, environment, id } of issued(changes)) {
          // A login is refused only where it opens its session.
          const refused = refusedIn(body, environment, WHILE_HELD)
          const begun = since.get(String(body.accountId)) ?? at
          if (refused !== undefined && begun < at - LONGEST_CALL) return `${id} begins ${refused}`
        }
        return undefined
      },
      onLost: () => since.clear()
    },
    {
      name: "I22",
      says: "a suspended account or credential has no session, and opens none",
      onCommit: (changes, records, at) => {
        const activeBy = (environment: string, field: string, id: string) =>
          records
            .where("sessions", environment, field, id)
            .find(({ body }) => body._tag === "Active" && Number(body.expiresAt) > at)
        for (const { after, environment, id } of ofKind(changes, "credentials")) {
          const left = after?.body.status === "SUSPENDED" ? activeBy(environment, "credentialId", id) : undefined
          if (left !== undefined) return `${left.id} of the suspended ${id} is active`
        }
        for (const { after, before, environment, id } of ofKind(changes, "internal_accounts")) {
          if (after?.body.status !== "FROZEN" || before?.body.status === "FROZEN") continue
          const left = activeBy(environment, "accountId", id)
          if (left !== undefined) return `${left.id} of the suspended ${id} is active`
        }
        return ofKind(changes, "sessions").flatMap(({ after, before, environment, id }) => {
          if (after === undefined || before !== undefined) return []
          const credential = records.get("credentials", environment, String(after.body.credentialId))
          return credential?.body.status === "SUSPENDED" ? [`${id} opens by a suspended credential`] : []
        })[0]
      }
    },
    {
      name: "I5",
      says: "a completed recovery ends every session, suspends every other credential, and holds the account",
      onCommit: (changes, records, at) =>
        ofKind(changes, "recoveries").flatMap(({ after, before, environment, id }) => {
          if (after?.body._tag !== "Completed" || before?.body._tag === "Completed") return []
          const { accountId, credentialId } = after.body
          const others = records.where("credentials", environment, "accountId", String(accountId))
          const left = others.find((one) => one.id !== credentialId && one.body.status !== "SUSPENDED")
          if (left !== undefined) return [`${id} leaves ${left.id} unsuspended`]
          const sessions = records.where("sessions", environment, "accountId", String(accountId))
          const open = sessions.find(({ body }) => body._tag === "Active" && Number(body.expiresAt) > at)
          if (open !== undefined) return [`${id} leaves ${open.id} active`]
          return stateOf(environment, accountId, records, at) === undefined ? [`${id} does not hold ${accountId}`] : []
        })[0]
    },
    {
      name: "I1",
      says: "a saved recovery code is used at most once",
      onCommit: (changes) =>
        ofKind(changes, "recoveries").flatMap(({ after, before, id }) =>
          after?.body._tag === "Completed" &&
          before?.body._tag !== "Completed" &&
          after.body.method === "SAVED_CODE" &&
          ofKind(changes, "saved_codes").length === 0
            ? [`${id} leaves its saved code usable`]
            : []
        )[0]
    }
  ]
}

/** The clocks of nodes are at most 1.5 s off. */
const TOLERANCE = 4000
