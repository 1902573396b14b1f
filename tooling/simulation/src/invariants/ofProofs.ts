import { type Invariant, ofKind } from "./Invariant.ts"

/** Invariants of proofs, keys, money and calls, each over the whole run. */
export const makeOfProofs = (): ReadonlyArray<Invariant> => {
  const tokens = new Map<string, string>()
  const keys = new Map<string, string>()
  const texts = new Set<string>()
  const answered = new Map<string, { readonly body: string; readonly id: string }>()
  const quotes = new Map<string, number>()
  /** When the destination of an external account changed last, by the clock of the database. */
  const moved = new Map<string, number>()
  const made = new Set<string>()
  return [
    {
      name: "I1",
      says: "an identity token is accepted once",
      on: (happening) => {
        if (happening.kind !== "call" || ![200, 201].includes(happening.call.status)) return undefined
        const { answer, body, environment, path } = happening.call
        const token = /"oidcToken":"([^"]+)"/u.exec(body)?.[1]
        const [key, id] = [`${environment} ${token}`, idOf(answer)]
        // A visitor's first call finds the customer, and the second one opens the session.
        if (token === undefined || id === "") return undefined
        const known = tokens.get(key)
        tokens.set(key, id)
        return known === undefined || known === id ? undefined : `${path} accepts a token for ${known} and for ${id}`
      },
      onLost: () => tokens.clear()
    },
    {
      name: "I6",
      says: "a passkey is of one account, and an identity is once in an account",
      onCommit: (changes, records) =>
        ofKind(changes, "credentials").flatMap(({ after, before, environment, id }) => {
          if (after === undefined || before !== undefined) return []
          const key = identityOf(after.body)
          const others = records
            .where("credentials", environment, "type", String(after.body.type))
            .filter((one) => one.id !== id && identityOf(one.body) === key)
          return key !== undefined && others.length > 0 ? [`${id} has the identity of ${others[0]?.id}`] : []
        })[0]
    },
    {
      name: "I7",
      says: "session key material is delivered once and stored nowhere",
      onCommit: (changes) => {
        for (const { after, id } of changes) {
          if (after === undefined) continue
          for (const [text] of `"${id}"${JSON.stringify(after.body)}`.matchAll(SEALED)) texts.add(text.slice(1, -1))
        }
        return undefined
      },
      on: (happening) => {
        if (happening.kind !== "call" || happening.call.status >= 300) return undefined
        const { answer, path } = happening.call
        const key = /"encryptedSessionSigningKey":"([^"]+)"/u.exec(answer)?.[1]
        if (key === undefined) return undefined
        const [known, id] = [keys.get(key), idOf(answer)]
        keys.set(key, id)
        if (texts.has(key)) return `${path} delivers a key of ${id} that a record has`
        return known === undefined ? undefined : `${path} delivers the key of ${known} again`
      }
    },
    {
      name: "I11",
      says: "what an answer reports is stored",
      on: (happening, records) => {
        if (happening.kind !== "call" || happening.call.status !== 201) return undefined
        const { answer, environment, path } = happening.call
        const collection = path.endsWith("/auth/credentials") ? "credentials" : undefined
        const id = idOf(answer)
        if (collection === undefined || records.get(collection, environment, id) !== undefined) return undefined
        // It may have been removed since, or lost by a failover.
        return made.has(id) ? undefined : `${path} acknowledges ${id}, which no commit has made`
      },
      onCommit: (changes) => {
        for (const { id } of ofKind(changes, "credentials")) made.add(id)
        return undefined
      }
    },
    {
      name: "I13",
      says: "a balance changes by the postings of its commit",
      onCommit: (changes) => {
        const sums = new Map<string, number>()
        for (const { after } of ofKind(changes, "journal")) {
          if (!Array.isArray(after?.body.postings)) continue
          for (const { account, amount } of after.body.postings)
            sums.set(account, (sums.get(account) ?? 0) + Number(amount))
        }
        for (const { after, before, id } of ofKind(changes, "internal_accounts")) {
          const difference = Number(after?.body.balance ?? 0) - Number(before?.body.balance ?? 0)
          const posted = sums.get(id) ?? 0
          sums.delete(id)
          if (after !== undefined && difference !== posted) return `${id} changes by ${difference}, posted ${posted}`
        }
        const [unwritten] = [...sums].filter(([account, sum]) => account.startsWith("InternalAccount:") && sum !== 0)
        return unwritten && `${unwritten[0]} does not change by the posted ${unwritten[1]}`
      }
    },
    {
      name: "I17",
      says: "a payee that changed after a quote is not paid by it",
      onCommit: (changes, records) => {
        for (const { after, before, id } of ofKind(changes, "quotes"))
          if (after !== undefined && before === undefined) quotes.set(id, after.at)
        for (const { after, before, id } of ofKind(changes, "external_accounts"))
          if (after !== undefined && after.body.destinationSince !== before?.body.destinationSince)
            moved.set(id, after.at)
        return ofKind(changes, "transactions").flatMap(({ after, before, environment, id }) => {
          if (after === undefined || before?.body.money !== "untouched" || after.body.money === "untouched") return []
          const payee = records.get("external_accounts", environment, String(after.body.externalAccountId))
          const quoted = quotes.get(String(after.body.quoteId))
          return quoted !== undefined && (moved.get(payee?.id ?? "") ?? 0) > quoted
            ? [`${id} is paid to ${payee?.id}, which changed after its quote`]
            : []
        })[0]
      }
    },
    {
      name: "X8",
      says: "an Idempotency-Key has one body and one effect",
      on: (happening) => {
        if (happening.kind !== "call" || happening.call.status >= 300) return undefined
        const { answer, body, environment, headers, isAltered, method, path, status } = happening.call
        const key = headers["idempotency-key"]
        if (key === undefined || status === 202 || isAltered) return undefined
        const scope = `${environment} ${method} ${path} ${headers["request-id"] ?? ""} ${key}`
        const known = answered.get(scope)
        answered.set(scope, { body, id: idOf(answer) })
        if (known === undefined) return undefined
        return known.body === body && known.id === idOf(answer)
          ? undefined
          : `one key makes ${known.id} of ${known.body}, and ${idOf(answer)} of ${body}`
      },
      onLost: () => answered.clear()
    },
    {
      name: "I9",
      says: "an event reaches the endpoint of its own environment",
      on: (happening, records) => {
        if (happening.kind !== "webhook" || happening.path === "") return undefined
        const event = records.all("events").find(({ id }) => id === happening.eventId)
        const [platformId, mode] = happening.path.split("/").slice(1)
        return event === undefined || event.environment === `${mode}/${platformId}`
          ? undefined
          : `${event.id} of ${event.environment} is posted to ${happening.path}`
      }
    }
  ]
}

const idOf = (answer: string): string => /"id":"(\w+:[\w-]{36})"/u.exec(answer)?.[1] ?? ""

/** The authenticator's own name of a passkey, or the identity within an account. */
const identityOf = ({ accountId, material, type }: Readonly<Record<string, unknown>>): string | undefined => {
  const { audience, credentialId, issuer, subject } = Object(material)
  if (type === "PASSKEY") return credentialId
  return type === "OAUTH" ? JSON.stringify([accountId, issuer, audience, subject]) : undefined
}

/** A long text in base58, as a sealed key has. */
const SEALED = /"[1-9A-HJ-NP-Za-km-z]{90,}"/gu
