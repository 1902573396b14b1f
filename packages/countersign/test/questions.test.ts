import { readFileSync } from "node:fs"
import { itemsOf } from "@countersign/harness/externalAccounts"
import { addOauth, addPasskey, clientKey, made, oauthSession, passkeySession } from "@countersign/harness/fixtures"
import { bankOf, payee, quoteOf } from "@countersign/harness/payments"
import { testDatabase } from "@countersign/harness/postgres"
import { collections } from "@countersign/harness/tables"
import {
  type Answer,
  callers,
  keyPair,
  makeWorld,
  pendingLogin,
  retryHeaders,
  session
} from "@countersign/harness/world"
import { postgres } from "@countersign/postgres"
import type pg from "pg"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"

const page = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8")

/** The queries of the page, by name. */
const queries = new Map(
  Array.from(
    page("docs/generated/questions.md").matchAll(/```sql run=(\S+)\n([\s\S]*?)```/gu),
    ([, name = "", sql = ""]) => [name, sql]
  )
)

const server = testDatabase()

/** Roles belong to all databases of a server. */
const ROLE = `asking_${process.pid}`
const HOUR = 3_600_000
/** Workers do their part several times a second. */
const WAIT = { timeout: 20_000, interval: 100 }

type Row = Readonly<Record<string, string | number | null>>
type Body = Answer["body"]

let admin: pg.Pool
/** As the role of the page, in UTC. */
let reporting: pg.Pool
/** The answers of the API before the service stopped. */
let facts: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  admin = server.pool()
  await admin.query(`create role ${ROLE} login password 'asking'`)
  const grants = /```sql run=reporting\n([\s\S]*?)```/u.exec(page("docs/guides/postgres.md"))?.[1] ?? ""
  await admin.query(grants.replaceAll("to reporting", `to ${ROLE}`))
  reporting = server.pool({ user: ROLE, password: "asking", max: 1, options: "-c timezone=UTC" })
  facts = await serve()
}, 120_000)

afterAll(async () => {
  await admin.query(`drop owned by ${ROLE}`)
  await admin.query(`drop role ${ROLE}`)
})

/** Runs the flows of a service, and reads by its API what they left. */
const serve = async () => {
  const world = makeWorld({ clock: "real", logs: "none", store: postgres({ pool: server.pool(), timeout: 300_000 }) })
  const refused = new Map<string, number>()
  /** Counts the refusals of known callers by platform, and by code or check. */
  const call: typeof world.call = async (caller, ...given) => {
    const answer = await world.call(caller, ...given)
    if (answer.status >= 400) {
      const { code, details } = answer.body
      const key = `${caller === callers.b ? "beta" : "alpha"} ${answer.status === 401 ? details.check : code}`
      refused.set(key, (refused.get(key) ?? 0) + 1)
    }
    return answer
  }
  const own = { ...world, call }
  const get = async (path: string): Promise<Body> => (await call(callers.a, "GET", path)).body

  const ada = await own.customer(callers.a, "ada@example.com")
  const email = await session(own, callers.a, ada.credentialId)
  await session(own, callers.a, ada.credentialId)
  const oauth = await addOauth(own, callers.a, ada.accountId, email.keys)
  await oauthSession(own, callers.a, oauth.credentialId)
  const passkey = await addPasskey(own, callers.a, ada.accountId, email.keys)
  await passkeySession(own, callers.a, passkey.credentialId, passkey.authenticator)

  const refused3 = await pendingLogin(own, callers.a, ada.credentialId)
  const wrong = { body: refused3.body, headers: retryHeaders(refused3.challenge, keyPair()) }
  await call(callers.a, "POST", refused3.path, wrong)
  await call(callers.a, "POST", refused3.path, wrong)
  await call(callers.b, "GET", `/customers/${ada.customerId}`)
  const refresh = { body: { clientPublicKey: clientKey().hex } }
  const waiting = await call(callers.a, "POST", `/auth/sessions/${email.session.id}/refresh`, refresh)

  const nobody = await made(own, "/customers", { customerType: "INDIVIDUAL", fullName: "Nobody" })
  const bob = await own.customer(callers.a, "bob@example.com")
  const justification = { actor: "Grace", reason: "Reported stolen" }
  const suspended = { body: justification }
  expect((await call(callers.support, "POST", `/operator/accounts/${bob.accountId}/suspend`, suspended)).status).toBe(
    204
  )
  const settings = { body: { revision: 0, limits: { sessionsPerAccount: 7 } } }
  expect((await call(callers.support, "PATCH", "/platform/settings", settings)).status).toBe(200)

  const bank = await bankOf(own, ada.customerId, 10_000)
  const to = await payee(own, ada.customerId, "003")
  const paid = async (amount: number): Promise<string> => {
    const quote = await call(callers.a, "POST", "/quotes", { body: quoteOf(bank, to, amount) })
    expect((await call(callers.a, "POST", `/quotes/${quote.body.id}/execute`)).status).toBe(200)
    return String(quote.body.transactionId)
  }
  const [stuck, fresh] = [await paid(500), await paid(700)]
  const processing = async (): Promise<ReadonlyArray<Body>> => (await get("/transactions?status=PROCESSING")).data
  await vi.waitFor(async () => expect(await processing()).toHaveLength(2), WAIT)
  // As if the first had begun two hours ago.
  await admin.query(
    "update countersign.transactions set body = jsonb_set(body::jsonb, '{updatedAt}', to_jsonb($2::bigint))::text, version = version + 1 where id = $1",
    [stuck.replace("Transaction:", ""), Date.now() - 2 * HOUR]
  )
  const deliveries = () => itemsOf(own, "/webhooks/deliveries")
  await vi.waitFor(
    async () => expect((await deliveries()).filter(({ status }) => status === "PENDING")).toEqual([]),
    WAIT
  )

  const customers = await itemsOf(own, "/customers")
  const accounts = await itemsOf(own, "/internal-accounts")
  const wallets = accounts.filter(({ type }) => type === "EMBEDDED_WALLET").map(({ id }) => String(id))
  const ofAccount = async (path: string, id: string): Promise<ReadonlyArray<Body>> =>
    (await get(`${path}?accountId=${id}`)).data
  const ofWallets = async (path: string): Promise<ReadonlyArray<Body>> =>
    (await Promise.all(wallets.map((id) => ofAccount(path, id)))).flat()
  const said = {
    ...{ ada, bob, nobody, stuck, fresh, oauth, passkey, justification, customers, accounts },
    waiting: waiting.body.requestId,
    credentials: await ofAccount("/auth/credentials", ada.accountId),
    sessions: await ofAccount("/auth/sessions", ada.accountId),
    allSessions: await ofWallets("/auth/sessions"),
    receipts: await ofAccount("/receipts", ada.accountId),
    allReceipts: await ofWallets("/receipts"),
    activity: await itemsOf(own, `/activity?accountId=${ada.accountId}&type=SESSION_OPENED`),
    processing: await processing(),
    deliveries: await deliveries(),
    revisions: await itemsOf(own, "/platform/settings/revisions")
  }
  await world.countersign.close()
  return { ...said, refused }
}

/** The rows of a query of the page, with `values` in place of its variables. */
const ask = async (name: string, values: Readonly<Record<string, string>> = {}): Promise<ReadonlyArray<Row>> => {
  const sql = (queries.get(name) ?? "").replace(/:'(\w+)'/gu, (_, variable: string) => `'${values[variable]}'`)
  await reporting.query(queries.get("place") ?? "")
  const { rows } = await reporting.query(`select to_json(q) as row from (${sql.trim().replace(/;$/u, "")}) q`)
  return rows.map(({ row }) => row)
}

const column = (rows: ReadonlyArray<Row>, name: string) => rows.map((row) => row[name])
const millis = (text: unknown) => Date.parse(String(text))
const sorted = (texts: Iterable<unknown>) => [...texts].map(String).toSorted()
const today = () => new Date().toISOString().slice(0, 10)

/** For each question, what the rows must be by what the API says. */
const answers: Readonly<Record<string, () => Promise<void>>> = {
  "customer-of-an-address": async () => {
    const rows = await ask("customer-of-an-address", { email: "ada@example.com" })
    const known = facts.customers.find(({ email }) => email === "ada@example.com")
    expect(rows).toMatchObject([{ platform: "alpha", mode: "sandbox", customer_id: known.id, status: known.kycStatus }])
    expect(millis(rows[0]?.created_at)).toBe(millis(known.createdAt))
  },
  "credentials-of-a-customer": async () => {
    const rows = await ask("credentials-of-a-customer", { customer: facts.ada.customerId })
    const of = (id: unknown) => facts.credentials.find((each) => each.id === id)
    expect(sorted(column(rows, "credential_id"))).toEqual(sorted(facts.credentials.map(({ id }) => id)))
    for (const { credential_id, nickname, type, unconfirmed_until } of rows) {
      const known = of(credential_id)
      expect([type, nickname]).toEqual([known.type, known.nickname])
      expect(millis(unconfirmed_until) > Date.now()).toBe(known.unconfirmedUntil !== undefined)
    }
  },
  "sessions-of-a-customer": async () => {
    const rows = await ask("sessions-of-a-customer", { customer: facts.ada.customerId })
    expect(sorted(column(rows, "session_id"))).toEqual(sorted(facts.sessions.map(({ id }) => id)))
    for (const { credential_type, expires_at, session_id } of rows) {
      const known = facts.sessions.find(({ id }) => id === session_id)
      expect([credential_type, millis(expires_at)]).toEqual([known.type, millis(known.expiresAt)])
    }
  },
  "history-of-an-account": async () => {
    const rows = await ask("history-of-an-account", { account: facts.ada.accountId })
    expect(rows.map(({ at, operation, proof, sequence }) => [sequence, millis(at), operation, proof])).toEqual(
      facts.receipts.map(({ at, operation, proof, sequence }) => [sequence, at, operation, proof.type])
    )
  },
  "waiting-requests": async () => {
    const rows = await ask("waiting-requests", { account: facts.ada.accountId })
    expect(column(rows, "request_id")).toContain(facts.waiting)
    expect(rows.find(({ request_id }) => request_id === facts.waiting)?.operation).toBe("RefreshSession")
  },
  "customers-without-a-credential": async () => {
    expect(column(await ask("customers-without-a-credential"), "customer_id")).toEqual([facts.nobody])
  },
  "frozen-accounts": async () => {
    const known = facts.accounts.filter(({ status }) => status === "FROZEN").map(({ id }) => id)
    expect(known).toEqual([facts.bob.accountId])
    expect(column(await ask("frozen-accounts"), "account_id")).toEqual(known)
  },
  "acts-of-operators": async () => {
    const known = facts.allReceipts.filter(({ proof }) => proof.type === "OPERATOR")
    const rows = await ask("acts-of-operators")
    expect(rows).toMatchObject(known.map(({ accountId, operation }) => ({ account_id: accountId, operation })))
    expect(rows).toMatchObject([{ ...facts.justification, token_id: "support", operation: "SuspendAccount" }])
  },
  "stuck-payments": async () => {
    const late = facts.processing.filter(({ updatedAt }) => millis(updatedAt) < Date.now() - HOUR)
    expect(facts.processing.map(({ id }) => id)).toContain(facts.fresh)
    const rows = await ask("stuck-payments")
    expect(rows.map(({ payment_id, sent_amount, sent_currency }) => [payment_id, sent_amount, sent_currency])).toEqual(
      late.map(({ id, sentAmount }) => [id, sentAmount.amount, sentAmount.currency.code])
    )
    expect(column(rows, "payment_id")).toEqual([facts.stuck])
  },
  "undelivered-events": async () => {
    const rows = await ask("undelivered-events")
    const known = facts.deliveries.filter(({ status }) => status !== "DELIVERED")
    expect(known.length).toBeGreaterThan(3)
    const shown = rows.map(({ attempts, event_id, last_fault, status, type }) => [
      event_id,
      type,
      status,
      attempts,
      last_fault
    ])
    const listed = known.map(({ attempts, id, lastFault, status, type }) => [
      id,
      type,
      status,
      attempts,
      lastFault ?? null
    ])
    expect(shown.toSorted()).toEqual(listed.toSorted())
  },
  "changes-of-settings": async () => {
    const rows = await ask("changes-of-settings", { platform: "alpha" })
    expect(rows.map(({ limits, revision }) => [revision, JSON.parse(String(limits))])).toEqual(
      facts.revisions.map(({ revision, settings }) => [revision, settings.limits])
    )
    expect(column(rows, "token_id")).toEqual(["support"])
  },
  "logins-by-day": async () => {
    const rows = await ask("logins-by-day")
    expect(rows.map(({ logins, type }) => [type, logins])).toEqual([
      ["EMAIL_OTP", 2],
      ["OAUTH", 1],
      ["PASSKEY", 1]
    ])
    expect(facts.activity).toHaveLength(4)
    expect(sorted(new Set(column(rows, "day")))).toEqual(
      sorted(new Set(facts.activity.map(({ at }) => at.slice(0, 10))))
    )
  },
  "failed-stamps": async () => {
    const failed = [...facts.refused].filter(([key]) => key.includes(" WALLET_SIGNATURE_"))
    const rows = await ask("failed-stamps")
    expect(failed).toHaveLength(1)
    expect(rows.map(({ platform, refusal, stamps }) => [`${platform} ${refusal}`, stamps])).toEqual(failed)
  },
  "refusals-by-day": async () => {
    const rows = await ask("refusals-by-day")
    expect(rows.map(({ calls, platform, refusal }) => [`${platform} ${refusal}`, calls]).toSorted()).toEqual(
      [...facts.refused].toSorted()
    )
    expect([today(), new Date(Date.now() - HOUR).toISOString().slice(0, 10)]).toContain(rows[0]?.day)
  },
  "sessions-that-expire-today": async () => {
    const known = facts.allSessions.filter(
      ({ expiresAt }) => expiresAt.slice(0, 10) === today() && millis(expiresAt) > Date.now()
    )
    const rows = await ask("sessions-that-expire-today")
    expect(
      rows.flatMap(({ credential_type, sessions }) => Array(Number(sessions)).fill(credential_type)).toSorted()
    ).toEqual(known.map(({ type }) => type).toSorted())
  },
  "records-by-environment": async () => {
    const rows = await ask("records-by-environment")
    const of = (platform: string, collection: string) =>
      rows.find((row) => row.platform === platform && row.collection === collection)?.records
    expect([of("alpha", "customers"), of("alpha", "internal_accounts"), of("beta", "customers")]).toEqual([
      facts.customers.length,
      facts.accounts.length,
      undefined
    ])
  },
  "oldest-due-work": async () => {
    const [{ at }] = (await admin.query("select floor(extract(epoch from now()) * 1000 - 90000)::bigint as at")).rows
    const { rowCount } = await admin.query("update countersign.events set due_at = $1", [at])
    const rows = await ask("oldest-due-work")
    const events = rows.find(({ collection }) => collection === "events")
    expect([events?.mode, events?.records, millis(events?.oldest)]).toEqual(["sandbox", rowCount, Number(at)])
    expect(events?.late).toMatch(/^00:01:3/u)
  },
  "expired-records": async () => {
    const moved = await admin.query("update countersign.receipts set expires_at = 1000")
    const rows = await ask("expired-records")
    expect(rows.find(({ collection }) => collection === "receipts")).toEqual({
      ...{ collection: "receipts", records: moved.rowCount, oldest: "1970-01-01T00:00:01+00:00" }
    })
    expect(moved.rowCount).toBe(facts.allReceipts.length)
  },
  "largest-relations": async () => {
    const rows = await ask("largest-relations")
    expect([rows.length, sorted(new Set(column(rows, "kind")))]).toEqual([20, ["index", "table"]])
    const sizes = await admin.query(
      "select relname, pg_relation_size(oid) as size from pg_class where relnamespace = 'countersign'::regnamespace"
    )
    const sizeOf = (name: unknown) => Number(sizes.rows.find(({ relname }) => relname === name).size)
    const shown = column(rows, "name").map(sizeOf)
    expect(shown).toEqual(
      sizes.rows
        .map(({ relname }) => sizeOf(relname))
        .toSorted((one, other) => other - one)
        .slice(0, 20)
    )
  },
  "dead-rows": async () => {
    const known = ["environments", "migrations", ...collections.map(({ name }) => name)]
    const rows = await ask("dead-rows")
    expect(rows).toHaveLength(20)
    expect(rows.filter(({ relname }) => !known.includes(String(relname))).map(({ relname }) => relname)).toEqual([])
  }
}

/** The strings of a stored body. */
const stringsOf = (json: unknown): ReadonlyArray<string> =>
  typeof json === "string"
    ? [json]
    : typeof json === "object" && json !== null
      ? Object.values(json).flatMap(stringsOf)
      : []

it("GO11: no view shows a key, a digest, a signature or an encrypted text", async () => {
  const union = (names: ReadonlyArray<string>, of: (name: string) => string) => names.map(of).join(" union all ")
  const tables = collections.map(({ name }) => name)
  const stored = await admin.query(union(tables, (name) => `select body from countersign.${name}`))
  const secrets = new Set(
    stored.rows.flatMap(({ body }) => stringsOf(JSON.parse(body))).filter((text) => /^[\w+/=.-]{40,}$/u.test(text))
  )
  expect(secrets.size).toBeGreaterThan(50)
  const { rows } = await admin.query("select viewname from pg_views where schemaname = 'countersign'")
  const shown = await reporting.query(
    union(
      rows.map(({ viewname }) => viewname),
      (name) => `select v::text as row from countersign.${name} v`
    )
  )
  const text = shown.rows.map(({ row }) => row).join("\n")
  expect(text).toContain("ada@example.com")
  expect([...secrets].filter((secret) => text.includes(secret))).toEqual([])
})

describe("GO11: a question of docs/generated/questions.md", () => {
  it("is one of twenty, and each has a test", () => {
    expect([...queries.keys()].filter((name) => name !== "place")).toEqual(Object.keys(answers))
    expect(Object.keys(answers)).toHaveLength(20)
  })

  it.each(Object.entries(answers))("%s has the answer of the API", async (_, answer) => answer())
})
