import type { Point } from "../native/native.ts"
import type { AccountRow, CodeTerms, FloorStore, NewRequest, NewSession, SessionRow } from "./FloorStore.ts"
import { type CredentialSeed, newest, type Rows, seededCredential, seededSession } from "./seeded.ts"

interface Waiting extends NewRequest {
  readonly subject: string
  readonly publicKey: string
  readonly payload: string
  isUsed: boolean
}

export interface Session extends SessionRow {
  readonly publicKey: string
  readonly point: Point
}

export interface Credential extends CredentialSeed {
  counter: number
  failures: number
  code?: Pick<CodeTerms, "codeDigest" | "codeExpiresAt" | "sealedTargetKey"> | undefined
  provenBy?: string | undefined
}

/** The statements of the floor on maps. Each runs synchronously. */
export const memoryStore = (rows: Rows): FloorStore => {
  const customers = new Set(rows.customers.map(({ id }) => id))
  const credentials = new Map(rows.credentials.map((row): [string, Credential] => [row.id, seededCredential(row)]))
  const sessions = new Map(rows.sessions.map((row): [string, Session] => [row.id, seededSession(row)]))
  const credentialsOf = byAccount(credentials)
  const sessionsOf = byAccount(sessions)
  const requests = new Map<string, Waiting>()
  const spent = new Map<string, number>()
  const externalAccounts = new Map<string, object>()

  const waiting = (requestId: string, subject: string, at: number) => {
    const request = requests.get(requestId)
    const isWaiting = request?.subject === subject && !request.isUsed && request.expiresAt > at
    return isWaiting ? request : undefined
  }
  const active = (sessionId: string, at: number) => {
    const session = sessions.get(sessionId)
    return session !== undefined && session.expiresAt > at ? session : undefined
  }
  const pend = (request: NewRequest, subject: string, publicKey = "", payload = "") =>
    void requests.set(request.id, { ...request, subject, publicKey, payload, isUsed: false })
  const openFor = ({ accountId, nickname, type }: AccountRow, { at, ...session }: NewSession) => {
    const opened: Session = { accountId, nickname, type, createdAt: at, ...session }
    sessions.set(opened.id, opened)
    sessionsOf.get(accountId)?.push(opened)
  }
  const spend = (what: string, expiresAt: number) => !spent.has(what) && spent.set(what, expiresAt) !== undefined
  const live = (credentialId: string) => {
    const credential = credentials.get(credentialId)
    return credential !== undefined && credential.failures < 5 ? credential : undefined
  }

  return {
    pendRefresh: ({ sessionId, ...request }) => {
      const session = active(sessionId, request.at)
      if (session !== undefined) pend(request, sessionId)
      return session
    },
    refreshTerms: (requestId, sessionId) => {
      const request = waiting(requestId, sessionId, 0)
      const session = sessions.get(sessionId)
      return request === undefined || session === undefined ? undefined : { ...session, ...termsOf(request) }
    },
    openRefreshed: (requestId, sessionId, session) => {
      const request = waiting(requestId, sessionId, session.at)
      const original = active(sessionId, session.at)
      if (request === undefined || original === undefined) return false
      request.isUsed = true
      openFor(original, session)
      return true
    },
    issueCode: (credentialId, { at, ...code }) => {
      const credential = live(credentialId)
      if (credential !== undefined) Object.assign(credential, { code, provenBy: undefined, updatedAt: at })
      return credential
    },
    codeTerms: (credentialId) => {
      const credential = live(credentialId)
      return credential?.code === undefined ? undefined : { ...credential, ...credential.code }
    },
    countFailure: (credentialId) => {
      const credential = credentials.get(credentialId)
      if (credential !== undefined) credential.failures += 1
    },
    pendLogin: ({ codeDigest, credentialId, payload, publicKey, ...request }) => {
      const credential = credentials.get(credentialId)
      const code = credential?.code
      if (credential === undefined || code?.codeDigest !== codeDigest || code.codeExpiresAt <= request.at) return false
      Object.assign(credential, { code: undefined, failures: 0, provenBy: request.id })
      pend(request, credentialId, publicKey, payload)
      return true
    },
    loginTerms: (requestId, credentialId) => {
      const request = waiting(requestId, credentialId, 0)
      const credential = credentials.get(credentialId)
      return request === undefined || credential?.provenBy !== requestId ? undefined : { ...credential, ...request }
    },
    openByCode: (requestId, credentialId, session) => {
      const request = waiting(requestId, credentialId, session.at)
      const credential = credentials.get(credentialId)
      if (request === undefined || credential?.provenBy !== requestId) return false
      request.isUsed = true
      openFor(credential, session)
      return true
    },
    pendAssertion: ({ clientPublicKey, credentialId, ...request }) => {
      const credential = credentials.get(credentialId)
      if (credential !== undefined) pend(request, credentialId, clientPublicKey)
      return credential
    },
    assertionTerms: (requestId, credentialId) => {
      const request = waiting(requestId, credentialId, 0)
      const credential = credentials.get(credentialId)
      if (request === undefined || credential === undefined) return undefined
      const webauthnId = credential.webauthnId ?? ""
      return { ...credential, ...termsOf(request), webauthnId, clientPublicKey: request.publicKey }
    },
    openByPasskey: (requestId, credentialId, counter, session) => {
      const request = waiting(requestId, credentialId, session.at)
      const credential = credentials.get(credentialId)
      if (request === undefined || credential === undefined || credential.counter >= counter) return false
      request.isUsed = true
      credential.counter = counter
      openFor(credential, session)
      return true
    },
    openByToken: (credentialId, { digest, expiresAt, identity }, session) => {
      const credential = credentials.get(credentialId)
      if (credential?.identity !== identity || !spend(digest, expiresAt)) return undefined
      openFor(credential, session)
      return credential
    },
    sessionsOf: (accountId, at) => newest((sessionsOf.get(accountId) ?? []).filter(({ expiresAt }) => expiresAt > at)),
    credentialsOf: (accountId) => newest(credentialsOf.get(accountId) ?? []),
    addExternalAccount: (account) => {
      if (!customers.has(account.customerId)) return false
      externalAccounts.set(account.id, account)
      return true
    },
    signerOf: (sessionId, at) => active(sessionId, at),
    spendProof: spend
  }
}

const termsOf = ({ at, digest, expiresAt }: Waiting) => ({ at, digest, expiresAt })

const byAccount = <A extends AccountRow>(all: ReadonlyMap<string, A>): ReadonlyMap<string, Array<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const each of all.values()) {
    const group = groups.get(each.accountId)
    if (group === undefined) groups.set(each.accountId, [each])
    else group.push(each)
  }
  return groups
}
