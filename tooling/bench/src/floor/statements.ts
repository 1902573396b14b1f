import type pg from "pg"
import type { Point } from "../native/native.ts"
import { countedPool } from "../server/ServerSpec.ts"
import type { Account, Credential, Head, Pending, Records, Session, Tables } from "./Tables.ts"
import { NO_RECEIPT, TABLES, tablesOf } from "./Tables.ts"

type Values = ReadonlyArray<string | number>

/** A statement of the floor: its SQL, prepared under its name, and the same on maps. Without a result, it wrote nothing. */
interface Statement<V extends Values, A> {
  readonly name: string
  readonly sql: string
  readonly inMemory: (tables: Tables, ...values: V) => ReadonlyArray<A>
}

const statement = <V extends Values, A extends pg.QueryResultRow>(
  name: string,
  sql: string,
  inMemory: (tables: Tables, ...values: V) => ReadonlyArray<A>
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

const open = (
  tables: Tables,
  owner: Account | undefined,
  values: readonly [...Opening, ...Values]
): ReadonlyArray<object> => {
  const [id, subject, sessionId, key, x, y, at, until, sequence, hash, body, signature] = values
  const request = waiting(tables, id, subject)
  if (request === undefined || owner === undefined || request.until <= at) return []
  const { account, nickname, type } = owner
  const chain = tables.receipts.get(account) ?? []
  if (chain.length + 1 !== sequence) return []
  request.used = true
  const receipt = { sequence, hash, body, signature }
  tables.receipts.set(account, [...chain, receipt])
  return [insertSession(tables, { account, type, nickname, id: sessionId, key, x, y, at, until })]
}

const insertSession = ({ sessions, sessionsOf }: Tables, session: Session): Session => {
  sessions.set(session.id, session)
  sessionsOf.get(session.account)?.push(session)
  return session
}

const waiting = ({ requests }: Tables, id: string, subject: string) => {
  const request = requests.get(id)
  return request?.subject === subject && !request.used ? request : undefined
}

const active = ({ sessions }: Tables, id: string, at: number) => {
  const session = sessions.get(id)
  return session !== undefined && session.until > at ? session : undefined
}

const terms = <A extends Account>(tables: Tables, request: string, subject: string, owner: A | undefined) => {
  const pending = waiting(tables, request, subject)
  if (pending === undefined || owner === undefined) return []
  const { sequence, hash } = tables.receipts.get(owner.account)?.at(-1) ?? NO_RECEIPT
  const { at, digest, until } = pending
  return [{ ...owner, digest, at, until, sequence, hash, clientKey: pending.key, payload: pending.payload }]
}

const pend = ({ requests }: Tables, [id, subject, digest, key, at, until]: Request, payload = "") =>
  void requests.set(id, { id, subject, digest, key, at, until, payload, used: false })

/** Inserts a request for the subject $2, if it is found. */
const pending = (columns: string, subjects: string) => `
with found as (select ${columns} from ${subjects} where id = $2),
made as (insert into requests (id, subject, digest, key, at, until) select $1, $2, $3, $4, $5, $6 from found)
select * from found`

type Request = readonly [id: string, subject: string, digest: string, key: string, at: number, until: number]

const consume = ({ spent: consumed }: Tables, what: string, until: number) =>
  consumed.has(what) ? [] : [{ size: consumed.set(what, until).size }]

const some = <A>(row: A | undefined): ReadonlyArray<A> => (row === undefined ? [] : [row])

export const pendRefresh = statement(
  "pendRefresh",
  pending(ACCOUNT, "(select * from sessions where until > $5) as active"),
  (tables, ...request: Request): ReadonlyArray<Account> => {
    const session = active(tables, request[1], request[4])
    if (session !== undefined) pend(tables, request)
    return some(session)
  }
)

export type Terms = Account & Head & Pick<Pending, "at" | "digest" | "until">

export const refreshTerms = statement(
  "refreshTerms",
  termsOf("s.key, s.x, s.y", "sessions"),
  (tables, request: string, id: string): ReadonlyArray<Terms & Pick<Session, "key"> & Point> =>
    terms(tables, request, id, tables.sessions.get(id))
)

export const openRefreshed = statement(
  "openRefreshed",
  opening(`select s.${ACCOUNT} from taken, sessions s where s.id = $2 and s.until > $7`),
  (tables, ...values: Opening) => open(tables, active(tables, values[1], values[6]), values)
)

export const issueCode = statement(
  "issueCode",
  `update credentials set code = $2, target = $3, until = $4, proven = '', changed = $5
  where id = $1 and type = 'EMAIL_OTP' returning ${CREDENTIAL}`,
  (tables, id: string, code: string, target: string, until: number, changed: number): ReadonlyArray<Credential> => {
    const credential = tables.credentials.get(id)
    return credential === undefined ? [] : [Object.assign(credential, { code, target, until, proven: "", changed })]
  }
)

export const codeTerms = statement(
  "codeTerms",
  `select ${ACCOUNT}, code, target, until from credentials where id = $1 and code <> ''`,
  (tables, id: string): ReadonlyArray<Account & Pick<Credential, "code" | "target" | "until">> =>
    some(tables.credentials.get(id)).filter(({ code }) => code !== "")
)

export const pendLogin = statement(
  "pendLogin",
  `with proven as (
    update credentials set code = '', proven = $1 where id = $2 and code = $8 and until > $5 returning id)
  insert into requests (id, subject, digest, key, at, until, payload)
  select $1, id, $3, $4, $5, $6, $7 from proven returning id`,
  (tables, ...[id, subject, digest, key, at, until, payload, code]: [...Request, string, string]) => {
    const credential = tables.credentials.get(subject)
    if (credential?.code !== code || credential.until <= at) return []
    pend(tables, [id, subject, digest, key, at, until], payload)
    return [Object.assign(credential, { code: "", proven: id })]
  }
)

export const loginTerms = statement(
  "loginTerms",
  termsOf(`r.payload, r.key as "clientKey"`, "credentials", "and s.proven = r.id"),
  (tables, request: string, id: string): ReadonlyArray<Terms & Readonly<Record<"clientKey" | "payload", string>>> =>
    terms(tables, request, id, proven(tables, request, id))
)

const proven = ({ credentials }: Tables, request: string, id: string) => {
  const credential = credentials.get(id)
  return credential?.proven === request ? credential : undefined
}

export const openByCode = statement(
  "openByCode",
  opening("select c.account, c.type, c.nickname from taken, credentials c where c.id = $2 and c.proven = $1"),
  (tables, ...values: Opening) => open(tables, proven(tables, values[0], values[1]), values)
)

export const pendAssertion = statement(
  "pendAssertion",
  pending(CREDENTIAL, "(select * from credentials where type = 'PASSKEY') as passkeys"),
  (tables, ...request: Request): ReadonlyArray<Credential> => {
    const credential = tables.credentials.get(request[1])
    if (credential !== undefined) pend(tables, request)
    return some(credential)
  }
)

export type AssertionTerms = Terms & Point & Pick<Credential, "counter" | "passkey"> & { readonly clientKey: string }

export const assertionTerms = statement(
  "assertionTerms",
  termsOf(`s.passkey, s.x, s.y, s.counter, r.key as "clientKey"`, "credentials"),
  (tables, request: string, id: string): ReadonlyArray<AssertionTerms> =>
    terms(tables, request, id, tables.credentials.get(id))
)

export const openByPasskey = statement(
  "openByPasskey",
  opening(`
    update credentials c set counter = $13 from taken where c.id = $2 and c.counter < $13 returning ${ACCOUNT}`),
  (tables, ...values: [...Opening, counter: number]) => {
    const { 1: subject, 12: counter } = values
    const credential = tables.credentials.get(subject)
    if (credential === undefined || credential.counter >= counter) return []
    const opened = open(tables, credential, values)
    if (opened.length > 0) credential.counter = counter
    return opened
  }
)

export const openByToken = statement(
  "openByToken",
  `with found as (select ${ACCOUNT} from credentials where id = $2 and identity = $9),
  once as (insert into spent (what, until) select $1, $10 from found on conflict do nothing returning what),
  opened as (${SESSION} select $3, $4, $5, $6, $7, $8, ${ACCOUNT} from found, once)
  select found.* from found, once`,
  (tables, ...values: [string, string, ...NewSession, string, number]): ReadonlyArray<Account> => {
    const [digest, credentialId, id, key, x, y, at, until, identity, spentUntil] = values
    const owner = tables.credentials.get(credentialId)
    if (owner?.identity !== identity || consume(tables, digest, spentUntil).length === 0) return []
    const { account, nickname, type } = owner
    return [insertSession(tables, { account, type, nickname, id, key, x, y, at, until })]
  }
)

export const sessionsOf = statement(
  "sessionsOf",
  `select id, ${ACCOUNT}, at, until from sessions where account = $1 and until > $2 order by at desc limit 100`,
  (tables, account: string, at: number): ReadonlyArray<Pick<Session, "at" | "id" | "until"> & Account> =>
    (tables.sessionsOf.get(account) ?? []).filter(({ until }) => until > at).toSorted((a, b) => b.at - a.at)
)

export const credentialsOf = statement(
  "credentialsOf",
  `select ${CREDENTIAL} from credentials where account = $1 order by at desc limit 100`,
  (tables, account: string): ReadonlyArray<Credential> =>
    (tables.credentialsOf.get(account) ?? []).toSorted((a, b) => b.at - a.at)
)

export const addExternalAccount = statement(
  "addExternalAccount",
  `insert into external_accounts select $1, c.id, $3, $4, $5, $6 from customers c where c.id = $2 returning id`,
  ({ customers, externalAccounts }, ...values: [string, string, string, string, string, number]) => {
    const [id, customer, platformAccount, currency, sealed, at] = values
    if (!customers.has(customer)) return []
    const row = { id, customer, platformAccount, currency, sealed, at }
    externalAccounts.set(id, row)
    return [row]
  }
)

export const signerOf = statement(
  "signerOf",
  "select key, x, y from sessions where id = $1 and until > $2",
  (tables, id: string, at: number): ReadonlyArray<Pick<Session, "key"> & Point> => some(active(tables, id, at))
)

export const spendProof = statement(
  "spendProof",
  "insert into spent (what, until) values ($1, $2) on conflict do nothing returning what",
  (tables, nonce: string, until: number) => consume(tables, nonce, until)
)

/** The store of a floor server, with its records. */
export const floorStore = async (database: string | undefined, records: Records) => {
  if (database === undefined) {
    const tables = tablesOf(records)
    const store: FloorStore = { ask: ({ inMemory }, ...values) => inMemory(tables, ...values) }
    return { store, statements: () => 0, close: async () => {} }
  }
  const { close, pool, statements } = countedPool(database)
  await pool.query(TABLES)
  for (const [table, rows] of Object.entries(records)) {
    const all = `select * from json_populate_recordset(null::${table}, $1)`
    await pool.query(`insert into ${table} ${all}`, [JSON.stringify(rows)])
  }
  await pool.query("analyze")
  const store: FloorStore = {
    ask: async ({ name, sql: text }, ...values) => (await pool.query({ name, text, values: [...values] })).rows
  }
  return { store, statements, close }
}
