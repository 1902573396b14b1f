import {
  type Change,
  Collection,
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
import { type Scene, sessions as sessionScene } from "../cast/operations.ts"
import { ids } from "../cast/records.ts"
import { recoveries } from "../cast/recovery.ts"
import { valueOf } from "../invariants/invariants.ts"
import { addressOf, matching, type Rows, type StoredRow, storedRow } from "../store/Rows.ts"
import type { Reading, Switch } from "./Switch.ts"

const [accounts, requests, sessions] = [internalAccounts.name, SignedRequest.signedRequests.name, Session.sessions.name]
const recoveryRows = Recoveries.recoveries.name
const resting = Credentials.restingCredentials.name

type Bugs = Readonly<Record<string, Omit<Switch, "name" | "scene">>>

/** At least one bug for each invariant of the sessions. */
const ofSessions: Bugs = {
  "read, then write": {
    invariant: "I1",
    says: "a request is written as consumed at any version",
    write: (plan, rows) => blindly(plan, requests, rows)
  },
  "retry's body": {
    invariant: "I2",
    says: "the second leg uses its own body instead of the agreed payload",
    read: ({ delivery: { message }, found, ref }) =>
      ref.collection.name !== requests || message.retry === undefined
        ? found
        : found.map((row) => rewritten(row, message.operation.body))
  },
  "any session": {
    invariant: "I3",
    says: "the signing session is looked up by its key only, without a check of its account",
    read: (reading) => {
      const { delivery, found, ref } = reading
      const key = delivery.message.retry?.by
      if (ref.collection.name !== sessions || ref.by !== "index" || key === undefined) return found
      return [
        ...found.filter(({ row }) => Collection.textOf(row.body, "publicKey") !== key),
        ...sessionsOf(key, reading)
      ]
    }
  },
  "removals race": {
    invariant: "I4",
    says: "a removal guards neither the version of the account nor the session that signed it",
    write: (plan, rows) =>
      removes(plan) ? blindly(blindly(unguarded(plan, sessions), sessions, rows), accounts, rows) : plan
  },
  "sessions stay": {
    invariant: "I5",
    says: "a credential is removed, and its sessions stay active",
    write: (plan) => (removes(plan) ? without(plan, [sessions]) : plan)
  },
  "openings race": {
    invariant: "I5",
    says: "the version of the account does not order the opening and the ending of sessions",
    write: (plan, rows) => blindly(plan, accounts, rows)
  },
  "the node's clock": {
    invariant: "I10",
    says: "expiry is checked before the commit by the node's clock, and not in the commit",
    write: (plan) => ({ ...plan, guards: plan.guards.filter(({ guard }) => guard !== "before") })
  },
  "the last instant": {
    invariant: "I10",
    says: "the store treats a record as active in the exact millisecond of its expiry",
    write: (plan) => ({
      ...plan,
      guards: plan.guards.map((guard) => (guard.guard === "before" ? { ...guard, at: guard.at + 1 } : guard))
    })
  },
  "the ended sign": {
    invariant: "I10",
    says: "the signing session is not guarded, so it may end between the read and the commit",
    write: (plan) => unguarded(plan, sessions)
  },
  "silence is yes": {
    invariant: "I11",
    says: "a node reports success for a commit with an unknown outcome",
    isTrusting: true
  },
  "nobody counts": {
    invariant: "I15",
    says: "a stamp is rejected before the rejection is stored",
    write: (plan) => (isCount(plan) ? { changes: [], guards: [] } : plan)
  },
  "suspended, signed in": {
    invariant: "OP2",
    says: "the suspension of an account or a credential leaves its sessions active",
    write: (plan) => (suspends(plan) ? without(plan, [sessions]) : plan)
  },
  "openings beside": {
    invariant: "OP2",
    says: "a login writes neither its account nor its credential, so a suspension beside it does not conflict",
    write: (plan) => (opens(plan) ? without(plan, [accounts, credentials.name]) : plan)
  },
  "blind login": {
    invariant: "OP2",
    says: "a login reads neither the status of its account nor that of its credential",
    read: ({ delivery, found, ref }) =>
      delivery.message.operation.name.startsWith("log in") && [accounts, credentials.name].includes(ref.collection.name)
        ? found.map(({ collection, row }) => storedRow(collection, { ...row, body: inStatus(row.body, "ACTIVE") }))
        : found,
    write: (plan, rows) => (opens(plan) ? inStoredStatus(plan, rows) : plan)
  },
  "legs beside": {
    invariant: "OP7",
    says: "a signed leg guards neither its session nor its account, so a suspension beside it does not conflict",
    write: (plan) => unguarded(unguarded(plan, sessions), accounts)
  }
}

const ofRecoveries: Bugs = {
  "recovered, signed in": {
    invariant: "RC1",
    says: "the completion of a recovery leaves the sessions of its account active",
    write: (plan) => (completes(plan) ? without(plan, [sessions]) : plan)
  },
  "recoveries beside": {
    invariant: "RC1",
    says: "a commit that opens a session does not write its account, so a recovery beside it does not conflict",
    write: (plan) => (opens(plan) ? without(plan, [accounts, credentials.name]) : plan)
  },
  "exports beside": {
    invariant: "RC4",
    says: "an export does not guard its account, so a hold beside it does not conflict",
    write: (plan) => unguarded(plan, accounts)
  },
  "no hold": {
    invariant: "RC4",
    says: "a recovery that starts does not hold its account",
    write: (plan) => (starts(plan) ? without(plan, [accounts]) : plan)
  },
  "no hold after": {
    invariant: "RC4",
    says: "a recovery that is completed does not hold its account",
    write: (plan) => (completes(plan) ? without(plan, [accounts]) : plan)
  },
  "no delay": {
    invariant: "RC6",
    says: "a recovery is ready as soon as it starts",
    read: ({ found, ref }) =>
      ref.collection.name === recoveryRows ? found.map((row) => changed(row, { readyAt: 0 })) : found
  },
  "any code": {
    invariant: "RC12",
    says: "a mailed code is accepted in place of a saved one",
    read: ({ delivery, found, ref }) =>
      delivery.message.operation.name.startsWith("complete RT") && ref.collection.name === savedCodes.name
        ? found.map((row) => changed(row, { digests: [MAILED, SAVED] }))
        : found
  },
  "cancelled, completed": {
    invariant: "RC13",
    says: "a completion guards the version of neither its recovery nor its account",
    write: (plan, rows) => (completes(plan) ? blindly(blindly(plan, recoveryRows, rows), accounts, rows) : plan)
  }
}

const ofLineage: Bugs = {
  "unbound session": {
    invariant: "I21",
    says: "a session does not carry what vouched for its credential",
    read: ({ found, ref }) => (ref.collection.name === sessions ? found.map((row) => lacking(row, "voucher")) : found)
  },
  "unbound addition": {
    invariant: "I21",
    says: "what a session adds is stored without what vouched for it",
    write: (plan) => ({ ...plan, changes: plan.changes.map(withoutVoucher) })
  },
  "no rest": {
    invariant: "I21",
    says: "a credential that vouched for its remover is removed as any other",
    write: (plan) => (removes(plan) ? without(plan, [resting]) : plan)
  },
  "returned among thieves": {
    invariant: "I21",
    says: "the return of a credential suspends none that it vouched for",
    write: (plan) =>
      returns(plan) ? { ...plan, changes: plan.changes.filter((change) => !isSuspension(change)) } : plan
  },
  "descendants signed in": {
    invariant: "I21",
    says: "the return of a credential leaves the sessions of those that it vouched for active",
    write: (plan) =>
      returns(plan) ? { ...plan, changes: plan.changes.filter((change) => !isRevocation(change)) } : plan
  },
  "self-confirmed": {
    invariant: "I21",
    says: "a credential that vouched for another may confirm it",
    read: ({ delivery, found, ref }) =>
      delivery.message.operation.name.startsWith("confirm") && UNBOUND.includes(ref.collection.name)
        ? found.map((row) => unbound(row))
        : found
  },
  "rest ends by any": {
    invariant: "I21",
    says: "the confirmation of any descendant ends the rest of its ancestors, whichever removed them",
    read: ({ delivery, found, ref }) =>
      delivery.message.operation.name.startsWith("confirm") && ref.collection.name === resting
        ? // As if C9, which is confirmed, had removed it.
          found.map((row) => changed(row, { removedBy: ids.C9 }))
        : found
  }
}

const ofHolds: Bugs = {
  "holds beside": {
    invariant: "I22",
    says: "a signed leg does not guard the account, so a hold beside it does not conflict",
    write: (plan) => unguarded(plan, accounts)
  },
  "blind legs": {
    invariant: "I22",
    says: "a signed leg does not read the hold of the account",
    read: ({ delivery, found, ref }) =>
      delivery.message.retry !== undefined && ref.collection.name === accounts
        ? found.map((row) => lacking(row, "heldUntil"))
        : found
  }
}

const inScene = (scene: Scene, bugs: Bugs) =>
  Object.entries(bugs).map(([name, bug]): Switch => ({ name, scene, ...bug }))

/** Every bug, with the scene that shows it. */
export const switches: ReadonlyArray<Switch> = [
  ...inScene(sessionScene, ofSessions),
  ...inScene(recoveries, ofRecoveries),
  ...inScene(lineage, ofLineage),
  ...inScene(holds, ofHolds)
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
  change.op === "replace" && texts.includes(Collection.textOf(change.body, field) ?? "")

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
  Collection.textOf(body, "status") === undefined ? body : merged(body, { status })

/** The plan with the status of each record as it is stored. */
const inStoredStatus = (plan: Write, rows: Rows): Write => ({
  ...plan,
  changes: plan.changes.map((change) => {
    const stored = rows.get(addressOf(change.collection, change.environment, change.id))?.row.body
    const status = stored === undefined ? undefined : Collection.textOf(stored, "status")
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
