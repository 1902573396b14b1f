import { callers, type World } from "@countersign/harness/world"
import { Effect } from "effect"
import type { Change, Json, Row, Store } from "../../src/effect.ts"

type Port = Store["Service"]
type Members = Readonly<Record<string, Json>>

/** The member that the newer build adds to a record, and the values that the older build would have written. */
interface Added {
  readonly count: number
  readonly older: Members
}

/**
 * Values that only the newer build knows, by collection: a type of credential, types of events and of activities, and an operation.
 * Each has the members of which it changes one.
 */
const VALUES: Readonly<Record<string, (body: Members) => Members>> = {
  credentials: ({ type }) => (type === "OAUTH" ? { type: "FACE" } : {}),
  events: ({ type }) => (type === "TEST" ? {} : { type: `NEW.${type}` }),
  activities: () => ({ type: "WALLET_FROZEN" }),
  signed_requests: ({ call }) =>
    membersOf(call).operation === "UpdateAccount" ? { call: { ...membersOf(call), operation: "FreezeAccount" } } : {}
}

const membersOf = (json: Json | undefined): Members => Object(json)

const keyOf = ({ collection, environment, id }: Pick<Change, "collection" | "environment" | "id">) =>
  `${collection.name} ${environment} ${id}`

const addedOf = (body: Json): Added | undefined => {
  const { newer } = membersOf(body)
  const { count, older } = membersOf(newer)
  return typeof count === "number" ? { count, older: membersOf(older) } : undefined
}

/**
 * Two builds on one database: the stores of their nodes. The newer one writes into each record a count of its own writes, and values that
 * the older one does not know. A record that it reads must have the count that it wrote.
 */
export const twoBuilds = (ofOlder: Port, inner: Port) => {
  /** The count that the newer build last wrote into each record that exists. */
  const counts = new Map<string, number>()
  const lost = new Set<string>()
  const state = { passed: 0, unknown: 0 }

  const readBy = (known: ReadonlyMap<string, number>, collection: string, row: Row): Row => {
    const key = `${collection} ${row.environment} ${row.id}`
    const added = addedOf(row.body)
    const least = counts.has(key) ? (known.get(key) ?? 0) : 0
    if ((added?.count ?? 0) < least) lost.add(key)
    if (added === undefined) return row
    const { newer: _, ...body } = membersOf(row.body)
    return { ...row, body: { ...body, ...added.older } }
  }
  const written = (change: Change, before: number): Change => {
    if (change.op === "remove") return change
    const body = membersOf(change.body)
    const values = VALUES[change.collection.name]?.(body) ?? {}
    const names = Object.keys(values)
    if (names.length > 0) state.unknown += 1
    const older = Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)))
    return { ...change, body: { ...body, ...values, newer: { count: before + 1, older } } }
  }
  const ended = (changes: ReadonlyArray<Change>) => {
    for (const change of changes) if (change.op !== "replace") counts.delete(keyOf(change))
  }

  const older: Port = {
    ...ofOlder,
    // A record that is inserted anew is another one.
    commit: (changes, guards) =>
      Effect.suspend(() => {
        ended(changes)
        return ofOlder.commit(changes, guards)
      })
  }
  const newer: Port = {
    ...inner,
    load: (refs) =>
      Effect.suspend(() => {
        const known = new Map(counts)
        return Effect.map(inner.load(refs), (found) =>
          found.map((rows, nth) => rows.map((row) => readBy(known, refs[nth]?.collection.name ?? "", row)))
        )
      }),
    find: (query) =>
      Effect.suspend(() => {
        const known = new Map(counts)
        return Effect.map(inner.find(query), (rows) => rows.map((row) => readBy(known, query.collection.name, row)))
      }),
    claimDue: (collection, now, ...rest) =>
      Effect.map(inner.claimDue(collection, now + state.passed, ...rest), (rows) =>
        rows.map((row) => readBy(new Map(), collection.name, row))
      ),
    commit: (changes, guards) =>
      Effect.suspend(() => {
        const before = (change: Change) => (change.op === "insert" ? 0 : (counts.get(keyOf(change)) ?? 0))
        const next = changes.map((change) => [change, before(change)] as const)
        return Effect.tap(
          inner.commit(
            next.map(([change, count]) => written(change, count)),
            guards
          ),
          () =>
            Effect.sync(() => {
              ended(changes)
              for (const [change, count] of next) if (change.op !== "remove") counts.set(keyOf(change), count + 1)
            })
        )
      }),
    // Rows of memory would come with what they were translated to.
    ...(inner.recent === undefined ? {} : { recent: () => undefined })
  }
  return {
    older,
    newer,
    /** The records in which a member or a count of the newer build is missing. */
    lost,
    /** How many values that the older build does not know were written. */
    unknown: () => state.unknown,
    /** Moves the time of the newer build's claims, as when the leases of a node that has stopped expire. */
    pass: (millis: number) => {
      state.passed += millis
    }
  }
}

/**
 * A refusal by name, of a record that only the newer build knows: its node serves the call. The last two are of a credential and of a
 * signed request of the newer build.
 */
const isOfNewer = ({ body, status }: Awaited<ReturnType<World["call"]>>): boolean =>
  (status === 503 && String(body.reason).startsWith("Record of a newer version")) ||
  (status === 400 && body.reason === "Credential type differs") ||
  (status === 401 && body.reason === "Request id belongs to another call")

/** A service of both nodes: each call reaches the one that `pick` returns, and the newer one if that is refused by name. */
export const balanced = (older: World, newer: World, pick: () => boolean) => {
  const odd: Array<string> = []
  const seen = { calls: 0, named: 0, odd }
  const world: World = {
    ...newer,
    call: async (caller, method, path, more) => {
      seen.calls += 1
      const first = await (pick() ? older : newer).call(caller, method, path, more)
      const answer = isOfNewer(first) ? await newer.call(caller, method, path, more) : first
      if (isOfNewer(first)) seen.named += 1
      if (answer.status >= 500) seen.odd.push(`${method} ${path}: ${answer.status} ${answer.body?.reason}`)
      return answer
    },
    customer: async () => {
      const body = { customerType: "INDIVIDUAL", email: "ada@example.com" }
      const customer = await world.call(callers.a, "POST", "/customers", { body })
      const of = `customerId=${customer.body.id}&type=EMBEDDED_WALLET`
      const accountId: string = (await world.call(callers.a, "GET", `/internal-accounts?${of}`)).body.data[0].id
      const list = await world.call(callers.a, "GET", `/auth/credentials?accountId=${accountId}`)
      return { customerId: String(customer.body.id), accountId, credentialId: String(list.body.data[0].id) }
    }
  }
  return { seen, world }
}
