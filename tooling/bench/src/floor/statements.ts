import type pg from "pg"
import type { Point } from "../native/native.ts"
import { countedPool, IN_MEMORY } from "../server/ServerSpec.ts"
import type { Account, Credential, Head, Records, Session, Tables } from "./Tables.ts"
import { NO_RECEIPT, TABLES, tablesOf } from "./Tables.ts"

type Values = ReadonlyArray<string | number>

/** A statement of the floor, prepared under its name. `A` is a row of its answer: without one, it wrote nothing. */
interface Statement<V extends Values, A> {
  readonly name: string
  readonly sql: string
  /** The same on maps, for the flows that are compared in one process. */
  readonly inMemory?: ((tables: Tables, ...values: V) => ReadonlyArray<A>) | undefined
}

const statement = <V extends Values, A extends pg.QueryResultRow>(
  name: string,
  sql: string,
  inMemory?: Statement<V, A>["inMemory"]
): Statement<V, A> => ({ name, sql, inMemory })

export interface FloorStore {
  readonly ask: <V extends Values, A extends pg.QueryResultRow>(
    statement: Statement<V, A>,
    ...values: V
  ) => Promise<ReadonlyArray<A>> | ReadonlyArray<A>
}

const ACCOUNT = "account, type, nickname"
const CREDENTIAL = `id, ${ACCOUNT}, passkey, at, changed`

/** The reads of a second leg: the pending request, its subject, and the last receipt of the account. */
const termsOf = (columns: string, subjects: string, where = "") => `
select s.account, s.type, s.nickname, ${columns}, r.digest, r.at, r.until,
  coalesce(h.sequence, 0) as sequence, coalesce(h.hash, '${NO_RECEIPT.hash}') as hash
from requests r join ${subjects} s on s.id = r.subject left join lateral (
  select sequence, hash from receipts where account = s.account order by sequence desc limit 1) h on true
where r.id = $1 and r.subject = $2 and not r.used ${where}`

/** Values of a new session: id, key, x, y, at, until. */
export type NewSession = readonly [string, string, string, string, number, number]
const SESSION = `insert into sessions (id, key, x, y, at, until, ${ACCOUNT})`

/** Values of a receipt: sequence, hash, body, signature. */
export type NewReceipt = readonly [number, string, string, string]

/** Consumes the request $1 of the subject $2 once, appends the receipt to its chain, and opens the session for `owner`. */
const opening = (owner: string) => `
with taken as (
  update requests set used = true where id = $1 and subject = $2 and not used and until > $7 returning id),
owner as (${owner}),
kept as (
  insert into receipts select account, $9, $10, $11, $12 from owner on conflict do nothing returning account)
${SESSION} select $3, $4, $5, $6, $7, $8, owner.account, type, nickname from owner, kept returning id`

type Opening = [request: string, subject: string, ...NewSession, ...NewReceipt]

/** Inserts a request for the subject $2, if it is found. */
const pending = (columns: string, subjects: string) => `
with found as (select ${columns} from ${subjects} where id = $2),
made as (insert into requests (id, subject, digest, key, at, until) select $1, $2, $3, $4, $5, $6 from found)
select * from found`

type Request = readonly [id: string, subject: string, digest: string, key: string, at: number, until: number]

export const pendRefresh = statement(
  "pendRefresh",
  pending(ACCOUNT, "(select * from sessions where until > $5) as active"),
  ({ requests, sessions }, ...[id, subject, digest, key, at, until]: Request): ReadonlyArray<Account> => {
    const session = sessions.get(subject)
    if (session === undefined || session.until <= at) return []
    requests.set(id, { id, subject, digest, key, at, until })
    return [session]
  }
)

export type Terms = Account & Head & Readonly<Record<"at" | "until", number> & Record<"digest", string>>

export const refreshTerms = statement<[request: string, id: string], Terms & Point & Pick<Session, "key">>(
  "refreshTerms",
  termsOf("s.key, s.x, s.y", "sessions")
)

export const openRefreshed = statement<Opening, object>(
  "openRefreshed",
  opening(`select s.${ACCOUNT} from taken, sessions s where s.id = $2 and s.until > $7`)
)

export const issueCode = statement<
  [id: string, code: string, target: string, until: number, changed: number],
  Credential
>(
  "issueCode",
  `update credentials set code = $2, target = $3, until = $4, proven = '', changed = $5
  where id = $1 and type = 'EMAIL_OTP' returning ${CREDENTIAL}`
)

export const codeTerms = statement<[id: string], Account & Pick<Credential, "code" | "target" | "until">>(
  "codeTerms",
  `select ${ACCOUNT}, code, target, until from credentials where id = $1 and code <> ''`
)

export const pendLogin = statement<[...Request, payload: string, code: string], object>(
  "pendLogin",
  `with proven as (
    update credentials set code = '', proven = $1 where id = $2 and code = $8 and until > $5 returning id)
  insert into requests (id, subject, digest, key, at, until, payload)
  select $1, id, $3, $4, $5, $6, $7 from proven returning id`
)

export const loginTerms = statement<
  [request: string, id: string],
  Terms & Readonly<Record<"clientKey" | "payload", string>>
>("loginTerms", termsOf(`r.payload, r.key as "clientKey"`, "credentials", "and s.proven = r.id"))

export const openByCode = statement<Opening, object>(
  "openByCode",
  opening("select c.account, c.type, c.nickname from taken, credentials c where c.id = $2 and c.proven = $1")
)

export const pendAssertion = statement<Request, Credential>(
  "pendAssertion",
  pending(CREDENTIAL, "(select * from credentials where type = 'PASSKEY') as passkeys")
)

export type AssertionTerms = Terms & Point & Pick<Credential, "counter" | "passkey"> & { readonly clientKey: string }

export const assertionTerms = statement<[request: string, id: string], AssertionTerms>(
  "assertionTerms",
  termsOf(`s.passkey, s.x, s.y, s.counter, r.key as "clientKey"`, "credentials")
)

export const openByPasskey = statement<[...Opening, counter: number], object>(
  "openByPasskey",
  opening(`
    update credentials c set counter = $13 from taken where c.id = $2 and c.counter < $13 returning ${ACCOUNT}`)
)

export const openByToken = statement<[string, string, ...NewSession, string, number], Account>(
  "openByToken",
  `with found as (select ${ACCOUNT} from credentials where id = $2 and identity = $9),
  once as (insert into spent (what, until) select $1, $10 from found on conflict do nothing returning what),
  opened as (${SESSION} select $3, $4, $5, $6, $7, $8, ${ACCOUNT} from found, once)
  select found.* from found, once`
)

export const sessionsOf = statement(
  "sessionsOf",
  `select id, ${ACCOUNT}, at, until from sessions where account = $1 and until > $2 order by at desc limit 100`,
  (tables, account: string, at: number): ReadonlyArray<Pick<Session, "at" | "id" | "until"> & Account> =>
    (tables.sessionsOf.get(account) ?? []).filter(({ until }) => until > at).toSorted((a, b) => b.at - a.at)
)

export const credentialsOf = statement<[account: string], Credential>(
  "credentialsOf",
  `select ${CREDENTIAL} from credentials where account = $1 order by at desc limit 100`
)

export const addExternalAccount = statement<[string, string, string, string, string, number], object>(
  "addExternalAccount",
  `insert into external_accounts select $1, c.id, $3, $4, $5, $6 from customers c where c.id = $2 returning id`
)

export const signerOf = statement<[id: string, at: number], Pick<Session, "key"> & Point>(
  "signerOf",
  "select key, x, y from sessions where id = $1 and until > $2"
)

export const spendProof = statement<[nonce: string, until: number], object>(
  "spendProof",
  "insert into spent (what, until) values ($1, $2) on conflict do nothing returning what"
)

/** The store of a floor server, with its records. */
export const floorStore = async (database: string | undefined, records: Records) => {
  if (database === undefined) {
    const tables = tablesOf(records)
    const store: FloorStore = {
      ask: ({ inMemory, name }, ...values) => {
        if (inMemory === undefined) throw new Error(`the floor has no ${name} in memory`)
        return inMemory(tables, ...values)
      }
    }
    return { store, ...IN_MEMORY, close: async () => {} }
  }
  const { close, fill, pool, statements, written } = countedPool(database)
  await fill()
  await pool.query(TABLES)
  for (const [table, rows] of Object.entries(records)) {
    const all = `select * from json_populate_recordset(null::${table}, $1)`
    await pool.query(`insert into ${table} ${all}`, [JSON.stringify(rows)])
  }
  await pool.query("analyze")
  const store: FloorStore = {
    ask: async ({ name, sql: text }, ...values) => (await pool.query({ name, text, values: [...values] })).rows
  }
  return { store, statements, written, close }
}
