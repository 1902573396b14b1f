import { createHash, timingSafeEqual } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { holds, pairOf, privateKeyOf, publicKeyOf, sha256Hex, stampOf } from "../native/native.ts"
import {
  authorization,
  BASE_PATH,
  OWN_ROUTE,
  PLATFORM,
  SERVICE_KEYS,
  type Seed,
  SUBJECTS,
  startIssuer
} from "../seed/Seed.ts"
import { letterBox, listening, type Running, type ServerSpec } from "../server/ServerSpec.ts"
import { hostOf } from "./hostOf.ts"
import { memoryStore } from "./memoryStore.ts"
import {
  type Answer,
  type Bound,
  type Call,
  type Floor,
  freshId,
  iso,
  json,
  payloadOf,
  REFRESH,
  REQUEST_LIFETIME,
  refused,
  subjectsOf
} from "./Operation.ts"
import { type Assertion, challenge, credentialBody, verifyPasskey, verifyToken } from "./operations/login.ts"
import { verifyCode } from "./operations/verifyCode.ts"
import { postgresStore } from "./postgresStore.ts"
import type { Rows } from "./seeded.ts"
import { sealedSession, sessionBody } from "./sessions.ts"
import { sealedAtRest } from "./vault.ts"

/** POST /auth/sessions/{id}/refresh: both legs. */
const refresh = (floor: Floor, call: Call, sessionId: string): Promise<Answer> => {
  const { clientPublicKey }: { readonly clientPublicKey: string } = JSON.parse(call.text)
  const requestId = call.headers["request-id"]
  const stamp = call.headers["service-wallet-signature"]
  return typeof requestId === "string" && typeof stamp === "string"
    ? second(floor, call, { sessionId, clientPublicKey, requestId, stamp })
    : first(floor, call, sessionId, clientPublicKey)
}

const first = async ({ store }: Floor, call: Call, sessionId: string, clientPublicKey: string): Promise<Answer> => {
  const at = Date.now()
  const request = { id: freshId("Request"), digest: sha256Hex(call.text), at, expiresAt: at + REQUEST_LIFETIME }
  const session = await store.pendRefresh({ ...request, sessionId })
  if (session === undefined) return refused(404, "no active session")
  const { accountId, type } = session
  const bound = { ...request, accountId, requestId: request.id, operation: "RefreshSession", path: call.path }
  return json(202, {
    type,
    payloadToSign: toSign(clientPublicKey, bound),
    requestId: request.id,
    expiresAt: iso(request.expiresAt)
  })
}

const second = async (
  { store }: Floor,
  call: Call,
  sent: {
    readonly sessionId: string
    readonly clientPublicKey: string
    readonly requestId: string
    readonly stamp: string
  }
): Promise<Answer> => {
  const { clientPublicKey, requestId, sessionId } = sent
  const terms = await store.refreshTerms(requestId, sessionId)
  const stamp = stampOf(sent.stamp)
  const at = Date.now()
  if (terms === undefined || stamp === undefined) return refused(401, "request or stamp")
  if (terms.expiresAt <= at || terms.digest !== sha256Hex(call.text)) return refused(401, "request")
  const bound = { ...terms, requestId, operation: "RefreshSession", path: call.path }
  const isSigned =
    stamp.publicKey === terms.publicKey && holds(stamp, toSign(clientPublicKey, bound), publicKeyOf(terms.point))
  if (!isSigned) return refused(401, "stamp")
  const { encryptedSessionSigningKey, session } = sealedSession(clientPublicKey, at)
  const isOpen = await store.openRefreshed(requestId, sessionId, session)
  return isOpen ? json(200, sessionBody(terms, session, encryptedSessionSigningKey)) : refused(401, "request used")
}

const toSign = (clientPublicKey: string, bound: Bound): string =>
  payloadOf(REFRESH, { targetPublicKey: clientPublicKey }, bound)

/** POST /customers/external-accounts: stores the account encrypted. The country's rules are not checked. */
const addExternalAccount = async ({ store, vaultKey }: Floor, { text }: Call): Promise<Answer> => {
  const body: {
    readonly customerId: string
    readonly platformAccountId: string
    readonly currency: string
    readonly accountInfo: object
  } = JSON.parse(text)
  const { accountInfo, currency, customerId, platformAccountId } = body
  const id = freshId("ExternalAccount")
  const sealed = sealedAtRest(vaultKey, Buffer.from(JSON.stringify(accountInfo)))
  const isThere = await store.addExternalAccount({
    id,
    customerId,
    platformAccountId,
    currency,
    sealed,
    at: Date.now()
  })
  if (!isThere) return refused(404, "customer")
  return json(201, {
    id,
    customerId,
    status: "ACTIVE",
    currency,
    platformAccountId,
    accountInfo: { ...accountInfo, paymentRails: ["FASTER_PAYMENTS"] },
    beneficiaryVerificationStatus: "MATCHED",
    defaultUmaDepositAccount: false
  })
}

/** The guarded endpoint of the host: accepts a request that an active session has signed, once. */
const ownRoute = async ({ store }: Floor, { headers, path, text }: Call): Promise<Answer> => {
  const proof = String(headers["service-wallet-session"])
  const [sessionId = "", issuedAt = "", nonce = ""] = proof.split(";")
  const at = Date.now()
  const stamp = stampOf(String(headers["service-wallet-signature"]))
  if (stamp === undefined || Math.abs(at - Number(issuedAt)) > PROOF_LIFETIME) return refused(401, "proof")
  const signer = await store.signerOf(sessionId, at)
  if (signer === undefined || signer.publicKey !== stamp.publicKey) return refused(401, "session")
  const bodyDigest = sha256Hex(text)
  const payload = JSON.stringify({
    bodyDigest,
    issuedAt,
    method: "POST",
    nonce,
    path,
    sessionId,
    type: "SESSION_PROOF"
  })
  if (!holds(stamp, payload, publicKeyOf(signer.point))) return refused(401, "stamp")
  const isFresh = await store.spendProof(nonce, at + PROOF_LIFETIME)
  return isFresh ? { status: 200, body: sessionId } : refused(401, "proof used")
}

const PROOF_LIFETIME = 60_000

type Submission =
  | { readonly type: "EMAIL_OTP"; readonly encryptedOtpBundle: string }
  | { readonly type: "PASSKEY"; readonly assertion: Assertion }
  | { readonly type: "OAUTH"; readonly oidcToken: string; readonly clientPublicKey: string }

/** POST /auth/credentials/{id}/verify, by the type of the credential. */
const verify = async (floor: Floor, call: Call, credentialId: string): Promise<Answer> => {
  const submission: Submission = JSON.parse(call.text)
  if (!TYPES.has(submission.type)) return refused(400, "type")
  switch (submission.type) {
    case "EMAIL_OTP":
      return verifyCode(floor, call, credentialId, submission.encryptedOtpBundle)
    case "PASSKEY":
      return verifyPasskey(floor, call, credentialId, submission.assertion)
    case "OAUTH":
      return verifyToken(floor, credentialId, submission)
  }
}

const TYPES: ReadonlySet<string> = new Set(["EMAIL_OTP", "PASSKEY", "OAUTH"] satisfies ReadonlyArray<
  Submission["type"]
>)

/** GET /auth/sessions?accountId= */
const listSessions = async ({ store }: Floor, call: Call): Promise<Answer> => {
  const rows = await store.sessionsOf(accountIdOf(call), Date.now())
  return json(200, { data: rows.map((row) => sessionBody(row, { ...row, at: row.createdAt })) })
}

/** GET /auth/credentials?accountId= */
const listCredentials = async ({ store }: Floor, call: Call): Promise<Answer> => {
  const rows = await store.credentialsOf(accountIdOf(call))
  return json(200, { data: rows.map(credentialBody) })
}

const accountIdOf = ({ query }: Call): string => new URLSearchParams(query).get("accountId") ?? ""

/** Serves one call on Node's request and response: reads it, checks the token, runs the operation, and responds. */
const serving = (floor: Floor) => async (request: IncomingMessage, response: ServerResponse) => {
  const { body, status } = await answer(floor, request)
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
  response.end(body)
}

const answer = async (floor: Floor, request: IncomingMessage): Promise<Answer> => {
  const { headers, url = "/" } = request
  const text = request.method === "GET" ? "" : await textOf(request)
  const [whole = "", query = ""] = url.split("?")
  if (whole === OWN_ROUTE) return ownRoute(floor, { path: whole, query, headers, text })
  if (!isKnown(headers.authorization)) return refused(401, "token")
  const path = whole.slice(BASE_PATH.length)
  return route(floor, { path, query, headers, text })
}

const route = (floor: Floor, call: Call): Promise<Answer> => {
  const [, first, second, id = "", action] = call.path.split("/")
  switch (`${first}/${second}/${action ?? ""}`) {
    case "auth/sessions/":
      return listSessions(floor, call)
    case "auth/sessions/refresh":
      return refresh(floor, call, id)
    case "auth/credentials/":
      return listCredentials(floor, call)
    case "auth/credentials/challenge":
      return challenge(floor, call, id)
    case "auth/credentials/verify":
      return verify(floor, call, id)
    case "customers/external-accounts/":
      return addExternalAccount(floor, call)
    default:
      return Promise.resolve(refused(404, "path"))
  }
}

const isKnown = (authorization = ""): boolean => {
  const text = Buffer.from(authorization.slice("Basic ".length), "base64").toString()
  const colon = text.indexOf(":")
  const digest = createHash("sha256")
    .update(text.slice(colon + 1))
    .digest()
  return text.slice(0, colon) === PLATFORM.tokenId && timingSafeEqual(digest, SECRET)
}

const SECRET = createHash("sha256").update(PLATFORM.secret).digest()

const textOf = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk) => chunks.push(chunk))
    request.on("end", () => resolve(Buffer.concat(chunks).toString()))
    request.on("error", reject)
  })

/** The tables of the floor, with only the indexes that a flow uses. */
const TABLES = `
create table customers (id text primary key);
create table credentials (
  id text primary key, account_id text not null, type text not null, nickname text not null,
  identity text, webauthn_id text, x text, y text, counter bigint,
  code_digest text, sealed_target_key text, code_expires_at bigint, failures int not null default 0,
  proven_by text, created_at bigint not null, updated_at bigint not null
) with (fillfactor = 70);
create index on credentials (account_id);
create table sessions (
  id text primary key, account_id text not null, type text not null, nickname text not null,
  public_key text not null, x text not null, y text not null, created_at bigint not null, expires_at bigint not null
);
create index on sessions (account_id, created_at);
create table requests (
  id text primary key, subject text not null, account_id text not null, digest text not null, public_key text,
  payload text, created_at bigint not null, expires_at bigint not null, is_used boolean not null default false
) with (fillfactor = 70);
create table spent (what text primary key, expires_at bigint not null);
create table external_accounts (
  id text primary key, customer_id text not null, platform_account_id text not null, currency text not null,
  sealed text not null, created_at bigint not null
);
create index on external_accounts (customer_id);
`

/** Opens the store of a floor server and inserts the subjects. */
const openStore = async ({ database, store }: ServerSpec, rows: Rows) => {
  if (store === "memory") return { store: memoryStore(rows), statements: () => 0, close: async () => {} }
  const opened = postgresStore(database)
  await opened.pool.query(TABLES)
  for (const [table, records] of Object.entries(rows)) {
    await opened.pool.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(records)
    ])
  }
  await opened.pool.query("analyze")
  return opened
}

/**
 * The same flows with the required minimum: a bare host, the required cryptography on node:crypto, the fewest
 * statements. No limits, schemas, events or traces. An upper bound for the throughput of a server of this kind.
 */
export const start = async (spec: ServerSpec): Promise<Running> => {
  const letters = await letterBox()
  const { close: closeIssuer, issuer, publicKey } = await startIssuer()
  const { subjects, ...rows } = subjectsOf(issuer, spec.subjects ?? SUBJECTS, Date.now())
  const { close, statements, store } = await openStore(spec, rows)
  const service = pairOf(Buffer.from(SERVICE_KEYS.service, "hex"))
  const serve = serving({
    store,
    service,
    serviceKey: privateKeyOf(service),
    vaultKey: Buffer.from(SERVICE_KEYS.vault, "hex"),
    issuer: { ...issuer, publicKey },
    post: letters.post
  })
  const listener = await hostOf(spec.mount, serve)
  const server = await listening(listener)
  const seed: Seed = { authorization, bundleSigner: service.uncompressed, letters: letters.port, issuer, subjects }
  return {
    port: server.port,
    listener,
    statements,
    seed,
    close: async () => {
      await server.close()
      await close()
      await closeIssuer()
      letters.close()
    }
  }
}
