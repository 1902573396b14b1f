import { type ForwardedCall, fieldsOf, matched } from "./forward.ts"
import type { Platform } from "./platform.ts"
import type { Visitor } from "./visitors.ts"

/** Returns whether the resources that a call names belong to the visitor. */
type Owns = (
  visitor: Visitor,
  call: ForwardedCall & { readonly id: string },
  platform: Platform
) => Promise<boolean> | boolean

interface Row {
  readonly method: string
  readonly path: string
  readonly owns: Owns
}

/**
 * The API calls that the browser may make. The API token can act on every customer of the platform, so a backend must
 * list the allowed calls and check the owner of each id. Write this table with care in your own backend.
 */
const rows = (): ReadonlyArray<Row> => [
  { method: "GET", path: "/internal-accounts/:id", owns: isAccount },
  { method: "GET", path: "/auth/credentials", owns: queryNames("accountId") },
  { method: "POST", path: "/auth/credentials", owns: bodyNames("accountId") },
  { method: "PATCH", path: "/auth/credentials/:id", owns: isCredential },
  { method: "DELETE", path: "/auth/credentials/:id", owns: isCredential },
  { method: "POST", path: "/auth/credentials/:id/challenge", owns: isCredential },
  { method: "POST", path: "/auth/credentials/:id/verify", owns: isCredential },
  { method: "GET", path: "/auth/sessions", owns: queryNames("accountId") },
  { method: "DELETE", path: "/auth/sessions/:id", owns: isSession },
  { method: "POST", path: "/auth/sessions/:id/refresh", owns: isSession },
  { method: "POST", path: "/auth/sessions/revoke-others", owns: bodyNames("accountId") },
  { method: "GET", path: "/auth/recovery-codes", owns: queryNames("accountId") },
  { method: "POST", path: "/auth/recovery-codes", owns: bodyNames("accountId") },
  { method: "GET", path: "/auth/guardians", owns: queryNames("accountId") },
  { method: "POST", path: "/auth/guardians", owns: bodyNames("accountId") },
  { method: "DELETE", path: "/auth/guardians/:id", owns: isGuardian },
  { method: "POST", path: "/auth/guardians/:id/challenge", owns: isGuardian },
  { method: "POST", path: "/auth/guardians/:id/start-recovery", owns: isGuardian },
  { method: "GET", path: "/auth/recoveries", owns: queryNames("accountId") },
  { method: "POST", path: "/auth/recoveries", owns: bodyNames("accountId") },
  { method: "GET", path: "/auth/recoveries/:id", owns: isRecovery },
  { method: "DELETE", path: "/auth/recoveries/:id", owns: isRecovery },
  { method: "POST", path: "/auth/recoveries/:id/challenge", owns: isRecovery },
  { method: "POST", path: "/auth/recoveries/:id/complete", owns: isRecovery },
  { method: "GET", path: "/customers/external-accounts", owns: queryNames("customerId") },
  { method: "POST", path: "/customers/external-accounts", owns: bodyNames("customerId") },
  { method: "GET", path: "/discoveries", owns: anybody },
  { method: "POST", path: "/quotes", owns: isBetweenOwn },
  { method: "POST", path: "/quotes/:id/execute", owns: isQuote },
  { method: "GET", path: "/transactions", owns: queryNames("customerId") },
  { method: "POST", path: "/sandbox/internal-accounts/:id/fund", owns: isAccount },
  { method: "GET", path: "/sandbox/clock", owns: anybody },
  { method: "POST", path: "/sandbox/clock/advance", owns: anybody }
]

/** Returns whether a call is on the list and concerns only resources of the visitor. */
export const mayCall = async (visitor: Visitor, call: ForwardedCall, platform: Platform): Promise<boolean> => {
  for (const { method, owns, path } of rows()) {
    const id = method === call.method ? matched(path, call.path) : undefined
    if (id !== undefined) return owns(visitor, { ...call, id }, platform)
  }
  return false
}

const anybody: Owns = () => true
const isAccount: Owns = ({ accountId }, { id }) => id === accountId
const isCredential: Owns = async ({ accountId }, { id }, { api }) =>
  (await api.credentials.list(accountId)).some((credential) => credential.id === id)
const isSession: Owns = async ({ accountId }, { id }, { api }) =>
  (await api.sessions.list(accountId)).some((session) => session.id === id)

const isGuardian: Owns = async ({ accountId }, { id }, { api }) =>
  (await api.guardians.list(accountId)).some((guardian) => guardian.id === id)
const isRecovery: Owns = async ({ accountId }, { id }, { api }) =>
  (await api.recoveries.list(accountId)).some((recovery) => recovery.id === id)

const isQuote: Owns = async ({ accountId }, { id }, { api }) => {
  const quote = await api.quotes.read(id).catch(() => undefined)
  return quote?.source.accountId === accountId
}

const isBetweenOwn: Owns = async ({ accountId, customerId }, { body }, { api }) => {
  const { destination, source } = fieldsOf(body)
  const payee = fieldsOf(destination).accountId
  if (fieldsOf(source).accountId !== accountId || typeof payee !== "string") return false
  const account = await api.externalAccounts.read(payee).catch(() => undefined)
  return account?.customerId === customerId
}

const queryNames =
  (name: "accountId" | "customerId"): Owns =>
  (visitor, { query }) =>
    query.getAll(name).join() === visitor[name]

const bodyNames =
  (name: "accountId" | "customerId"): Owns =>
  (visitor, { body }) =>
    fieldsOf(body)[name] === visitor[name]
