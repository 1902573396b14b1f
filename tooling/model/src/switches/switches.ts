import {
  type Change,
  Credentials,
  credentials,
  internalAccounts,
  type Json,
  platformSettings,
  Recoveries,
  Session,
  SignedRequest,
  savedCodes,
  type Write
} from "@countersign/core/internal"
import { canonicalJson, sha256Hex } from "@countersign/wire"
import { MAILED, SAVED } from "../cast/cast.ts"
import { holds } from "../cast/holds.ts"
import { lineage } from "../cast/lineage.ts"
import { ids } from "../cast/records.ts"
import { recoveries } from "../cast/recovery.ts"
import { valueOf } from "../invariants/invariants.ts"
import { addressOf, matching, type Rows, type StoredRow, storedRow, textOf } from "../store/Rows.ts"
import type { Reading, Switch } from "./Switch.ts"

const [accounts, requests, sessions] = [internalAccounts.name, SignedRequest.signedRequests.name, Session.sessions.name]
const recoveryRows = Recoveries.recoveries.name
const resting = Credentials.restingCredentials.name

/** At least one bug for each invariant of the sessions. */
const ofSessions: ReadonlyArray<Switch> = [
  {
    invariant: "I1",
    name: "read, then write",
    says: "a request is written as consumed at any version",
    write: (plan, rows) => blindly(plan, requests, rows)
  },
  {
    invariant: "I2",
    name: "retry's body",
    says: "the second leg uses its own body instead of the agreed payload",
    read: ({ delivery: { message }, found, ref }) =>
      ref.collection.name !== requests || message.retry === undefined
        ? found
        : found.map((row) => rewritten(row, message.operation.body))
  },
  {
    invariant: "I3",
    name: "any session",
    says: "the signing session is looked up by its key only, without a check of its account",
    read: (reading) => {
      const { found, ref } = reading
      if (ref.collection.name !== sessions || ref.by !== "index" || ref.index !== "signer") return found
      const [, key] = ref.values
      return typeof key === "string" ? sessionsOf(key, reading) : found
    }
  },
  {
    invariant: "I4",
    name: "removals race",
    says: "a removal guards neither the version of the account nor the session that signed it",
    write: (plan, rows) =>
      removes(plan) ? blindly(blindly(unguarded(plan, sessions), sessions, rows), accounts, rows) : plan
  },
  {
    invariant: "I5",
    name: "sessions stay",
    says: "a credential is removed, and its sessions stay active",
    write: (plan) => (removes(plan) ? without(plan, [sessions]) : plan)
  },
  {
    invariant: "I5",
    name: "openings race",
    says: "the version of the account does not order the opening and the ending of sessions",
    write: (plan, rows) => blindly(plan, accounts, rows)
  },
  {
    invariant: "I10",
    name: "the node's clock",
    says: "expiry is checked before the commit by the node's clock, and not in the commit",
    write: (plan) => ({ ...plan, guards: plan.guards.filter(({ guard }) => guard !== "before") })
  },
  {
    invariant: "I10",
    name: "the last instant",
    says: "the store treats a record as active in the exact millisecond of its expiry",
    write: (plan) => ({
      ...plan,
      guards: plan.guards.map((guard) => (guard.guard === "before" ? { ...guard, at: guard.at + 1 } : guard))
    })
  },
  {
    invariant: "I10",
    name: "the ended sign",
    says: "the signing session is not guarded, so it may end between the read and the commit",
    write: (plan) => unguarded(plan, sessions)
  },
  {
    invariant: "I11",
    name: "silence is yes",
    says: "a node reports success for a commit with an unknown outcome",
    isTrusting: true
  },
  {
    invariant: "I15",
    name: "nobody counts",
    says: "a stamp is rejected before the rejection is stored",
    write: (plan) => (isCount(plan) ? { changes: [], guards: [] } : plan)
  },
  {
    invariant: "OP2",
    name: "suspended, signed in",
    says: "the suspension of an account or a credential leaves its sessions active",
    write: (plan) => (suspends(plan) ? without(plan, [sessions]) : plan)
  },
  {
    invariant: "OP2",
    name: "openings beside",
    says: "a login writes neither its account nor its credential, so a suspension beside it does not conflict",
    write: (plan) => (opens(plan) ? without(plan, [accounts, credentials.name]) : plan)
  },
  {
    invariant: "OP2",
    name: "blind login",
    says: "a login reads neither the status of its account nor that of its credential",
    read: ({ delivery, found, ref }) =>
      delivery.message.operation.name.startsWith("log in") && [accounts, credentials.name].includes(ref.collection.name)
        ? found.map(({ collection, row }) => storedRow(collection, { ...row, body: inStatus(row.body, "ACTIVE") }))
        : found,
    write: (plan, rows) => (opens(plan) ? inStoredStatus(plan, rows) : plan)
  },
  {
    invariant: "OP7",
    name: "legs beside",
    says: "a signed leg guards neither its session nor its account, so a suspension beside it does not conflict",
    write: (plan) => unguarded(unguarded(plan, sessions), accounts)
  }
]

const ofRecoveries: ReadonlyArray<Switch> = [
  {
    invariant: "RC1",
    name: "recovered, signed in",
    says: "the completion of a recovery leaves the sessions of its account active",
    write: (plan) => (completes(plan) ? without(plan, [sessions]) : plan)
  },
  {
    invariant: "RC1",
    name: "recoveries beside",
    says: "a commit that opens a session does not write its account, so a recovery beside it does not conflict",
    write: (plan) => (opens(plan) ? without(plan, [accounts, credentials.name]) : plan)
  },
  {
    invariant: "RC4",
    name: "exports beside",
    says: "an export does not guard its account, so a hold beside it does not conflict",
    write: (plan) => unguarded(plan, accounts)
  },
  {
    invariant: "RC4",
    name: "no hold",
    says: "a recovery that starts does not hold its account",
    write: (plan) => (starts(plan) ? without(plan, [accounts]) : plan)
  },
  {
    invariant: "RC4",
    name: "no hold after",
    says: "a recovery that is completed does not hold its account",
    write: (plan) => (completes(plan) ? without(plan, [accounts]) : plan)
  },
  {
    invariant: "RC6",
    name: "no delay",
    says: "a recovery is ready as soon as it starts",
    read: ({ found, ref }) =>
      ref.collection.name === recoveryRows ? found.map((row) => changed(row, { readyAt: 0 })) : found
  },
  {
    invariant: "RC12",
    name: "any code",
    says: "a mailed code is accepted in place of a saved one",
    read: ({ delivery, found, ref }) =>
      delivery.message.operation.name.startsWith("complete RT") && ref.collection.name === savedCodes.name
        ? found.map((row) => changed(row, { digests: [MAILED, SAVED] }))
        : found
  },
  {
    invariant: "RC13",
    name: "cancelled, completed",
    says: "a completion guards the version of neither its recovery nor its account",
    write: (plan, rows) => (completes(plan) ? blindly(blindly(plan, recoveryRows, rows), accounts, rows) : plan)
  }
]

const ofLineage: ReadonlyArray<Switch> = [
  {
    invariant: "I21",
    name: "unbound session",
    says: "a session does not carry what vouched for its credential",
    read: ({ found, ref }) => (ref.collection.name === sessions ? found.map((row) => lacking(row, "voucher")) : found)
  },
  {
    invariant: "I21",
    name: "unbound addition",
    says: "what a session adds is stored without what vouched for it",
    write: (plan) => ({ ...plan, changes: plan.changes.map(withoutVoucher) })
  },
  {
    invariant: "I21",
    name: "no rest",
    says: "a credential that vouched for its remover is removed as any other",
    write: (plan) => (removes(plan) ? without(plan, [resting]) : plan)
  },
  {
    invariant: "I21",
    name: "returned among thieves",
    says: "the return of a credential suspends none that it vouched for",
    write: (plan) =>
      returns(plan) ? { ...plan, changes: plan.changes.filter((change) => !isSuspension(change)) } : plan
  },
  {
    invariant: "I21",
    name: "descendants signed in",
    says: "the return of a credential leaves the sessions of those that it vouched for active",
    write: (plan) =>
      returns(plan) ? { ...plan, changes: plan.changes.filter((change) => !isRevocation(change)) } : plan
  },
  {
    invariant: "I21",
    name: "self-confirmed",
    says: "a credential that vouched for another may confirm it",
    read: ({ delivery, found, ref }) =>
      delivery.message.operation.name.startsWith("confirm") && UNBOUND.includes(ref.collection.name)
        ? found.map((row) => unbound(row))
        : found
  },
  {
    invariant: "I21",
    name: "rest ends by any",
    says: "the confirmation of any descendant ends the rest of its ancestors, whichever removed them",
    read: ({ delivery, found, ref }) =>
      delivery.message.operation.name.startsWith("confirm") && ref.collection.name === resting
        ? // As if C9, which is confirmed, had removed it.
          found.map((row) => changed(row, { removedBy: ids.C9 }))
        : found
  }
]

const ofHolds: ReadonlyArray<Switch> = [
  {
    invariant: "I22",
    name: "holds beside",
    says: "a signed leg does not guard the account, so a hold beside it does not conflict",
    write: (plan) => unguarded(plan, accounts)
  },
  {
    invariant: "I22",
    name: "blind legs",
    says: "a signed leg does not read the hold of the account",
    read: ({ delivery, found, ref }) =>
      delivery.message.retry !== undefined && ref.collection.name === accounts
        ? found.map((row) => lacking(row, "heldUntil"))
        : found
  }
]

/** Every bug, with the scene that shows it. */
export const switches: ReadonlyArray<Switch> = [
  ...ofSessions,
  ...ofRecoveries.map((each) => ({ ...each, scene: recoveries })),
  ...ofLineage.map((each) => ({ ...each, scene: lineage })),
  ...ofHolds.map((each) => ({ ...each, scene: holds }))
]

/** The row with other fields of its body. */
const changed = ({ collection, row }: StoredRow, fields: { readonly [name: string]: Json }): StoredRow =>
  storedRow(collection, { ...row, body: merged(row.body, fields) })

/** The row without a field of its body. */
const lacking = ({ collection, row }: StoredRow, field: string): StoredRow =>
  storedRow(collection, { ...row, body: lackingIn(row.body, field) })

const lackingIn = (body: Json, field: string): Json =>
  isObject(body) ? Object.fromEntries(Object.entries(body).filter(([name]) => name !== field)) : body

const withoutVoucher = (change: Change): Change =>
  change.op === "insert" && change.collection.name === credentials.name
    ? { ...change, body: lackingIn(change.body, "voucher") }
    : change

const UNBOUND = [credentials.name, platformSettings.name]

/** Nothing that the rule for confirmations refuses: no policy, no voucher of C8, none that vouched for C9. */
const unbound = (stored: StoredRow): StoredRow => {
  const { collection, row } = stored
  if (collection.name === platformSettings.name) return changed(stored, { settings: {} })
  if (row.id === ids.C8) return lacking(stored, "voucher")
  if (row.id !== ids.C9) return stored
  const { voucher } = credentials.decode(row.body)
  return voucher === undefined ? stored : changed(stored, { voucher: { ...voucher, ancestors: [] } })
}

/** Whether a change writes this text to a field. */
const becomes = (change: Change, field: string, ...texts: ReadonlyArray<string>): boolean =>
  change.op === "replace" && texts.includes(textOf(change.body, field) ?? "")

const isSuspension = (change: Change): boolean =>
  change.collection.name === credentials.name && becomes(change, "status", "SUSPENDED")

const isRevocation = (change: Change): boolean =>
  change.collection.name === sessions && becomes(change, "_tag", "Revoked")

const rewritten = (stored: StoredRow, body: Json): StoredRow => {
  const { call, intent } = SignedRequest.signedRequests.decode(stored.row.body)
  return changed(stored, {
    call: { ...call, bodyDigest: sha256Hex(canonicalJson(body)) },
    intent: merged(intent, body)
  })
}

const merged = (one: Json, other: Json): Json => (isObject(one) && isObject(other) ? { ...one, ...other } : one)

const isObject = (json: Json): json is { readonly [key: string]: Json } =>
  typeof json === "object" && json !== null && !Array.isArray(json)

/** The rows that the workflow sees: sessions of the request's account and of a credential that it accepts. */
const sessionsOf = (key: string, { delivery, found, ref, rows }: Reading): ReadonlyArray<StoredRow> => {
  const request = valueOf(rows, SignedRequest.signedRequests, delivery.message.retry?.requestId ?? "")
  if (request === undefined) return found
  return matching(rows, ref, ["publicKey"], [key]).map(({ row }) => {
    const session = { ...Session.sessions.decode(row.body), accountId: request.accountId, credentialId: ids.C3 }
    return storedRow(Session.sessions, { ...row, body: session })
  })
}

/** The plan without its guards on versions of a collection. */
const unguarded = (plan: Write, collection: string): Write => ({
  ...plan,
  guards: plan.guards.filter((guard) => guard.guard !== "version" || guard.collection.name !== collection)
})

/** The plan with writes to a collection at whatever version its records have. */
const blindly = (plan: Write, collection: string, rows: Rows): Write => ({
  ...plan,
  changes: plan.changes.map((change) => (change.collection.name === collection ? atAnyVersion(change, rows) : change))
})

const atAnyVersion = (change: Change, rows: Rows): Change => {
  const found = rows.get(addressOf(change.collection, change.environment, change.id))
  return change.op === "replace" && found !== undefined ? { ...change, version: found.row.version } : change
}

/** Whether a commit writes only a request, guarded only by its own version. */
const isCount = ({ changes, guards }: Write): boolean =>
  guards.length === 0 && changes.every(({ collection, op }) => op === "replace" && collection.name === requests)

const inStatus = (body: Json, status: string): Json =>
  textOf(body, "status") === undefined ? body : merged(body, { status })

/** The plan with the status of each record as it is stored. */
const inStoredStatus = (plan: Write, rows: Rows): Write => ({
  ...plan,
  changes: plan.changes.map((change) => {
    const stored = rows.get(addressOf(change.collection, change.environment, change.id))?.row.body
    const status = stored === undefined ? undefined : textOf(stored, "status")
    return change.op === "replace" && status !== undefined ? { ...change, body: inStatus(change.body, status) } : change
  })
})

/** The plan without its changes to these collections. */
const without = (plan: Write, names: ReadonlyArray<string>): Write => ({
  ...plan,
  changes: plan.changes.filter(({ collection }) => !names.includes(collection.name))
})

/** Whether a commit makes such a change to a collection. */
const makes =
  (op: Change["op"], name: string) =>
  ({ changes }: Write): boolean =>
    changes.some((change) => change.op === op && change.collection.name === name)

const starts = makes("insert", recoveryRows)
const opens = makes("insert", sessions)
const removes = makes("remove", credentials.name)
/** Whether a commit returns a credential from its rest. */
const returns = makes("remove", resting)

/** Whether a commit is the completion of a recovery. */
const completes = ({ changes }: Write): boolean => changes.some((change) => becomes(change, "_tag", "Completed"))

/** Whether a commit is the suspension of an account or of a credential. */
const suspends = ({ changes }: Write): boolean =>
  changes.some((change) => becomes(change, "status", "FROZEN", "SUSPENDED"))
