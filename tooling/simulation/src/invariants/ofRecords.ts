import { FUTURE } from "../world/database.ts"
import type { Invariant } from "./Invariant.ts"

/** Invariants of money, events, environments and versions. */
export const makeOfRecords = (): ReadonlyArray<Invariant> => {
  /** The environment of each id that a commit has created. */
  const homes = new Map<string, string>()
  const events = new Set<string>()
  const delivered = new Set<string>()
  const acknowledged = new Map<string, { readonly environment: string; readonly at: number }>()
  const orders = new Map<string, string>()
  return [
    {
      name: "I9",
      says: "environments never see each other",
      onCommit: (changes) => {
        for (const { after, environment, id } of changes)
          if (after !== undefined && ID.test(id) && !homes.has(id)) homes.set(id, environment)
        return undefined
      },
      on: (happening) => {
        if (happening.kind !== "call" || happening.call.status >= 400) return undefined
        const { answer, environment, method, path } = happening.call
        // The creator of a platform receives its first token.
        const [, made] = method === "POST" && path.endsWith("/platforms") ? (CREATED.exec(answer) ?? []) : []
        for (const [id] of answer.matchAll(IDS)) {
          const home = homes.get(id)
          if (home !== undefined && home !== environment && home.split("/")[1] !== made)
            return `${path} shows ${environment} ${id} of ${home}`
        }
        return undefined
      }
    },
    {
      name: "I11",
      says: "what was acknowledged survives",
      on: (happening, records) => {
        if (happening.kind !== "call") return undefined
        const { answer, environment, method, path, status } = happening.call
        if (method !== "POST" || status !== 201) return undefined
        const id = /"id":"(\w+:[\w-]{36})"/u.exec(answer)?.[1]
        const collection = KEPT.get(id?.split(":")[0] ?? "")
        if (id === undefined || collection === undefined) return undefined
        acknowledged.set(`${collection} ${id}`, { environment, at: happening.at })
        return records.get(collection, environment, id) === undefined
          ? `${path} acknowledges ${id}, which is not stored`
          : undefined
      },
      onCommit: (changes) => {
        for (const { after, collection, id } of changes)
          if (after === undefined) acknowledged.delete(`${collection} ${id}`)
        return undefined
      },
      onLost: (since) => {
        for (const [key, { at }] of acknowledged) if (at >= since - 1000) acknowledged.delete(key)
      },
      atEnd: (records) => {
        for (const [key, { environment }] of acknowledged) {
          const [collection = "", id = ""] = key.split(" ")
          if (records.get(collection, environment, id) === undefined) return `${id} was acknowledged and is gone`
        }
        return undefined
      }
    },
    {
      name: "I12",
      says: "an event is delivered at least once if its change committed, never otherwise",
      onCommit: (changes) => {
        for (const { collection, id } of changes) if (collection === "events") events.add(id)
        return undefined
      },
      on: (happening) => {
        if (happening.kind !== "webhook") return undefined
        if (happening.status === 200 || happening.status === 202) delivered.add(happening.eventId)
        return events.has(happening.eventId) ? undefined : `${happening.eventId} was posted and never committed`
      },
      atEnd: (records) => {
        for (const { body, id } of records.all("events")) {
          if (body._tag === "Delivered" && !delivered.has(id))
            return `${id} counts as delivered, and no receiver took it`
        }
        return undefined
      }
    },
    {
      name: "I13",
      says: "postings sum to zero, and no balance is below zero",
      onCommit: (changes) =>
        changes.flatMap(({ after, collection, id }) => {
          if (after === undefined) return []
          if (collection === "internal_accounts" && after.body.customerId !== null && Number(after.body.balance) < 0)
            return [`${id} has ${after.body.balance}`]
          if (collection !== "journal" || !Array.isArray(after.body.postings)) return []
          const sums = new Map<string, number>()
          for (const { amount, currency } of after.body.postings) sums.set(currency, (sums.get(currency) ?? 0) + amount)
          return [...sums.values()].some((sum) => sum !== 0) ? [`${id} creates or loses money`] : []
        })[0]
    },
    {
      name: "I17",
      says: "an order at the bank is the one that was signed, and there is one for each payment",
      on: (happening, records) => {
        if (happening.kind !== "order") return undefined
        const { amount, id, to } = happening
        const known = orders.get(id)
        orders.set(id, `${amount} ${to}`)
        if (known !== undefined && known !== `${amount} ${to}`)
          return `${id} is ordered as ${known} and as ${amount} ${to}`
        const stored = records.all("transactions").find((one) => one.id === id)
        return stored === undefined ? `the bank is asked for ${id}, which is not stored` : undefined
      }
    },
    {
      name: "I25",
      says: "what has expired is removed",
      atEnd: (records, at) => {
        const old = records.all("signed_requests").find(({ body }) => Number(body.expiresAt) < at - 86_400_000)
        return old === undefined ? undefined : `${old.id} expired a day ago and is stored`
      }
    },
    {
      name: "I26",
      says: "a node never destroys what a newer node wrote",
      onCommit: (changes) =>
        changes.flatMap(({ after, before, id }) =>
          before?.body[FUTURE] !== undefined && after !== undefined && after.body[FUTURE] === undefined
            ? [`${id} loses a member of a newer version`]
            : []
        )[0]
    }
  ]
}

const CREATED = /^\{"platformId":"([^"]+)"/u
const ID = /^\w+:[\w-]{36}$/u
const IDS = /\b[A-Z]\w+:[0-9a-f]{8}-[\w-]{27}\b/gu
const KEPT = new Map([
  ["Customer", "customers"],
  ["ExternalAccount", "external_accounts"]
])
