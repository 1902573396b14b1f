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

/** At least one bug for each invariant. */
export const switches: ReadonlyArray<Switch> = [
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
      ref.collection.name !== SignedRequest.signedRequests.name || message.retry === undefined
        ? found
        : found.map(({ collection, row }) =>
            storedRow(collection, { ...row, body: rewritten(row.body, message.operation.body) })
          )
  },
  {
    invariant: "I3",
    name: "any session",
    says: "the signing session is looked up by its key only, without a check of its account",
    read: (reading) => {
      const { found, ref } = reading
      if (ref.collection.name !== Session.sessions.name || ref.by !== "index" || ref.index !== "signer") return found
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
  },
  {
    invariant: "RC1",
    name: "recovered, signed in",
    scene: recoveries,
    says: "the completion of a recovery leaves the sessions of its account active",
    write: (plan) => (completes(plan) ? without(plan, [sessions]) : plan)
  },
  {
    invariant: "RC1",
    name: "recoveries beside",
    scene: recoveries,
    says: "a commit that opens a session does not write its account, so a recovery beside it does not conflict",
    write: (plan) => (opens(plan) ? without(plan, [accounts, credentials.name]) : plan)
  },
  {
    invariant: "RC4",
    name: "exports beside",
    scene: recoveries,
    says: "an export does not guard its account, so a hold beside it does not conflict",
    write: (plan) => unguarded(plan, accounts)
  },
  {
    invariant: "RC4",
    name: "no hold",
    scene: recoveries,
    says: "a recovery that starts does not hold its account",
    write: (plan) => (starts(plan) ? without(plan, [accounts]) : plan)
  },
  {
    invariant: "RC4",
    name: "no hold after",
    scene: recoveries,
    says: "a recovery that is completed does not hold its account",
    write: (plan) => (completes(plan) ? without(plan, [accounts]) : plan)
  },
  {
    invariant: "RC6",
    name: "no delay",
    scene: recoveries,
    says: "a recovery is ready as soon as it starts",
    read: ({ found, ref }) => (ref.collection.name === recoveryRows ? found.map(readyAtOnce) : found)
  },
  {
    invariant: "RC12",
    name: "any code",
    scene: recoveries,
    says: "a mailed code is accepted in place of a saved one",
    read: ({ delivery, found, ref }) =>
      delivery.message.operation.name.startsWith("complete RT") && ref.collection.name === savedCodes.name
        ? found.map(withMailed)
        : found
  },
  {
    invariant: "RC13",
    name: "cancelled, completed",
    scene: recoveries,
    says: "a completion guards the version of neither its recovery nor its account",
    write: (plan, rows) => (completes(plan) ? blindly(blindly(plan, recoveryRows, rows), accounts, rows) : plan)
  },
  {
    invariant: "I21",
    name: "unbound session",
    scene: lineage,
    says: "a session does not carry what vouched for its credential",
    read: ({ found, ref }) => (ref.collection.name === sessions ? found.map((row) => lacking(row, "voucher")) : found)
  },
  {
    invariant: "I21",
    name: "unbound addition",
    scene: lineage,
    says: "what a session adds is stored without what vouched for it",
    write: (plan) => ({ ...plan, changes: plan.changes.map(withoutVoucher) })
  },
  {
    invariant: "I21",
    name: "no rest",
    scene: lineage,
    says: "a credential that vouched for its remover is removed as any other",
    write: (plan) => (removes(plan) ? without(plan, [resting]) : plan)
  },
  {
    invariant: "I21",
    name: "returned among thieves",
    scene: lineage,
    says: "the return of a credential suspends none that it vouched for",
    write: (plan) =>
      returns(plan) ? { ...plan, changes: plan.changes.filter((change) => !isSuspension(change)) } : plan
  },
  {
    invariant: "I21",
    name: "descendants signed in",
    scene: lineage,
    says: "the return of a credential leaves the sessions of those that it vouched for active",
    write: (plan) =>
      returns(plan) ? { ...plan, changes: plan.changes.filter((change) => !isRevocation(change)) } : plan
  },
  {
    invariant: "I21",
    name: "self-confirmed",
    scene: lineage,
    says: "a credential that vouched for another may confirm it",
    read: ({ delivery, found, ref }) =>
      delivery.message.operation.name.startsWith("confirm") && UNBOUND.includes(ref.collection.name)
        ? found.map((row) => unbound(row))
        : found
  },
  {
    invariant: "I21",
    name: "rest ends by any",
    scene: lineage,
    says: "the confirmation of any descendant ends the rest of its ancestors, whichever removed them",
    read: ({ delivery, found, ref }) =>
      delivery.message.operation.name.startsWith("confirm") && ref.collection.name === resting
        ? found.map(removedByC9)
        : found
  },
  {
    invariant: "I22",
    name: "holds beside",
    scene: holds,
    says: "a signed leg does not guard the account, so a hold beside it does not conflict",
    write: (plan) => unguarded(plan, accounts)
  },
  {
    invariant: "I22",
    name: "blind legs",
    scene: holds,
    says: "a signed leg does not read the hold of the account",
    read: ({ delivery, found, ref }) =>
      delivery.message.retry !== undefined && ref.collection.name === accounts
        ? found.map((row) => lacking(row, "heldUntil"))
        : found
  }
]

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
  if (collection.name === platformSettings.name) return withoutPolicy(stored)
  if (row.id === ids.C8) return lacking(stored, "voucher")
  return row.id === ids.C9 ? storedRow(collection, { ...row, body: withoutAncestors(row.body) }) : stored
}

const withoutPolicy = ({ collection, row }: StoredRow): StoredRow =>
  storedRow(collection, { ...row, body: { ...platformSettings.decode(row.body), settings: {} } })

const withoutAncestors = (body: Json): Json => {
  const { voucher } = credentials.decode(body)
  return voucher === undefined || !isObject(body) ? body : { ...body, voucher: { ...voucher, ancestors: [] } }
}

/** As if C9, which is confirmed, had removed it. */
const removedByC9 = ({ collection, row }: StoredRow): StoredRow =>
  storedRow(collection, { ...row, body: isObject(row.body) ? { ...row.body, removedBy: ids.C9 } : row.body })

/** Whether a commit returns a credential from its rest. */
const returns = ({ changes }: Write): boolean =>
  changes.some(({ collection, op }) => op === "remove" && collection.name === resting)

const isSuspension = (change: Change): boolean =>
  change.op === "replace" &&
  change.collection.name === credentials.name &&
  textOf(change.body, "status") === "SUSPENDED"

const isRevocation = (change: Change): boolean =>
  change.op === "replace" && change.collection.name === sessions && textOf(change.body, "_tag") === "Revoked"

const rewritten = (stored: Json, body: Json): Json => {
  const request = SignedRequest.signedRequests.decode(stored)
  return {
    ...request,
    call: { ...request.call, bodyDigest: sha256Hex(canonicalJson(body)) },
    intent: merged(request.intent, body)
  }
}

const merged = (intent: Json, body: Json): Json =>
  isObject(intent) && isObject(body) ? { ...intent, ...body } : intent

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
  isObject(body) && Object.hasOwn(body, "status") ? { ...body, status } : body

/** The plan with the status of each record as it is stored. */
const inStoredStatus = (plan: Write, rows: Rows): Write => ({
  ...plan,
  changes: plan.changes.map((change) => {
    const stored = rows.get(addressOf(change.collection, change.environment, change.id))?.row.body
    const status = change.op === "replace" && stored !== undefined ? textOf(stored, "status") : undefined
    return change.op === "replace" && status !== undefined ? { ...change, body: inStatus(change.body, status) } : change
  })
})

/** The plan without its changes to these collections. */
const without = (plan: Write, names: ReadonlyArray<string>): Write => ({
  ...plan,
  changes: plan.changes.filter(({ collection }) => !names.includes(collection.name))
})

const readyAtOnce = ({ collection, row }: StoredRow): StoredRow =>
  storedRow(collection, { ...row, body: { ...Recoveries.recoveries.decode(row.body), readyAt: 0 } })

const withMailed = ({ collection, row }: StoredRow): StoredRow =>
  storedRow(collection, { ...row, body: { ...savedCodes.decode(row.body), digests: [MAILED, SAVED] } })

/** Whether a commit starts a recovery. */
const starts = ({ changes }: Write): boolean =>
  changes.some(({ collection, op }) => op === "insert" && collection.name === recoveryRows)

/** Whether a commit is the completion of a recovery. */
const completes = ({ changes }: Write): boolean =>
  changes.some((change) => change.op === "replace" && textOf(change.body, "_tag") === "Completed")

const opens = ({ changes }: Write): boolean =>
  changes.some(({ collection, op }) => op === "insert" && collection.name === sessions)

/** Whether a commit is the suspension of an account or of a credential. */
const suspends = ({ changes }: Write): boolean =>
  changes.some(
    (change) => change.op === "replace" && ["FROZEN", "SUSPENDED"].includes(textOf(change.body, "status") ?? "")
  )

const removes = ({ changes }: Write): boolean =>
  changes.some(({ collection, op }) => op === "remove" && collection.name === credentials.name)
