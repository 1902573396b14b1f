import pg from "pg"
import { POOL_SIZE } from "../server/ServerSpec.ts"
import type { AccountRow, CredentialRow, FloorStore, NewSession, SessionRow } from "./FloorStore.ts"

import { sql } from "./sql.ts"

/** A row as `pg` returns it: big integers are strings. */
interface Row {
  readonly [column: string]: unknown
}

const text = (row: Row, column: string): string => String(row[column])

const number = (row: Row, column: string): number => Number(row[column])

const accountOf = (row: Row): AccountRow => ({
  accountId: text(row, "account_id"),
  type: text(row, "type"),
  nickname: text(row, "nickname")
})

const sessionOf = (row: Row): SessionRow => ({
  ...accountOf(row),
  id: text(row, "id"),
  createdAt: number(row, "created_at"),
  expiresAt: number(row, "expires_at")
})

const credentialOf = (row: Row): CredentialRow => ({
  ...accountOf(row),
  id: text(row, "id"),
  webauthnId: row.webauthn_id === null ? null : text(row, "webauthn_id"),
  createdAt: number(row, "created_at"),
  updatedAt: number(row, "updated_at")
})

/** The statements of the floor on PostgreSQL: named, so they are prepared once per connection. */
export const postgresStore = (database: string | undefined) => {
  const pool = new pg.Pool({ connectionString: database, max: POOL_SIZE, idleTimeoutMillis: 0 })
  pool.on("error", () => {})
  let count = 0
  const rows = async (name: keyof typeof sql, values: ReadonlyArray<unknown>): Promise<ReadonlyArray<Row>> => {
    count += 1
    return (await pool.query<Row>({ name, text: sql[name], values: [...values] })).rows
  }
  const one = async <A>(name: keyof typeof sql, values: ReadonlyArray<unknown>, read: (row: Row) => A) => {
    const [row] = await rows(name, values)
    return row === undefined ? undefined : read(row)
  }
  const did = async (name: keyof typeof sql, values: ReadonlyArray<unknown>) => (await rows(name, values)).length > 0
  const sessionValues = ({ at, expiresAt, id, point, publicKey }: NewSession) => [
    ...[id, publicKey, point.x, point.y, at, expiresAt]
  ]
  const store: FloorStore = {
    pendRefresh: ({ at, digest, expiresAt, id, sessionId }) =>
      one("pendRefresh", [id, sessionId, digest, at, expiresAt], accountOf),
    refreshTerms: (requestId, sessionId) =>
      one("refreshTerms", [requestId, sessionId], (row) => ({
        ...accountOf(row),
        ...requestOf(row),
        publicKey: text(row, "public_key"),
        point: pointOf(row)
      })),
    openRefreshed: (requestId, sessionId, session) =>
      did("openRefreshed", [requestId, sessionId, ...sessionValues(session)]),
    issueCode: (credentialId, { at, codeDigest, codeExpiresAt, sealedTargetKey }) =>
      one("issueCode", [credentialId, codeDigest, sealedTargetKey, codeExpiresAt, at], credentialOf),
    codeTerms: (credentialId) =>
      one("codeTerms", [credentialId], (row) => ({
        ...accountOf(row),
        codeDigest: text(row, "code_digest"),
        sealedTargetKey: text(row, "sealed_target_key"),
        codeExpiresAt: number(row, "code_expires_at")
      })),
    countFailure: async (credentialId) => void (await rows("countFailure", [credentialId])),
    pendLogin: ({ at, codeDigest, credentialId, digest, expiresAt, id, payload, publicKey }) =>
      did("pendLogin", [id, credentialId, codeDigest, digest, publicKey, payload, at, expiresAt]),
    loginTerms: (requestId, credentialId) =>
      one("loginTerms", [requestId, credentialId], (row) => ({
        ...accountOf(row),
        ...requestOf(row),
        payload: text(row, "payload"),
        publicKey: text(row, "public_key")
      })),
    openByCode: (requestId, credentialId, session) =>
      did("openByCode", [requestId, credentialId, ...sessionValues(session)]),
    pendAssertion: ({ at, clientPublicKey, credentialId, digest, expiresAt, id }) =>
      one("pendAssertion", [id, credentialId, digest, clientPublicKey, at, expiresAt], credentialOf),
    assertionTerms: (requestId, credentialId) =>
      one("assertionTerms", [requestId, credentialId], (row) => ({
        ...accountOf(row),
        ...requestOf(row),
        clientPublicKey: text(row, "public_key"),
        webauthnId: text(row, "webauthn_id"),
        point: pointOf(row),
        counter: number(row, "counter")
      })),
    openByPasskey: (requestId, credentialId, counter, session) =>
      did("openByPasskey", [requestId, credentialId, ...sessionValues(session), counter]),
    openByToken: (credentialId, { digest, expiresAt, identity }, session) =>
      one("openByToken", [digest, credentialId, ...sessionValues(session), identity, expiresAt], accountOf),
    sessionsOf: async (accountId, at) => (await rows("sessionsOf", [accountId, at])).map(sessionOf),
    credentialsOf: async (accountId) => (await rows("credentialsOf", [accountId])).map(credentialOf),
    addExternalAccount: ({ at, currency, customerId, id, platformAccountId, sealed }) =>
      did("addExternalAccount", [id, customerId, platformAccountId, currency, sealed, at]),
    signerOf: (sessionId, at) =>
      one("signerOf", [sessionId, at], (row) => ({ publicKey: text(row, "public_key"), point: pointOf(row) })),
    spendProof: (nonce, expiresAt) => did("spendProof", [nonce, expiresAt])
  }
  return { store, pool, statements: () => count, close: () => pool.end() }
}

const pointOf = (row: Row) => ({ x: text(row, "x"), y: text(row, "y") })

const requestOf = (row: Row) => ({
  digest: text(row, "digest"),
  at: number(row, "requested_at"),
  expiresAt: number(row, "request_expires_at")
})
