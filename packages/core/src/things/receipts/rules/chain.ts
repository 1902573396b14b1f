import type { Environment, Millis } from "../../../model/Environment.ts"
import type { CredentialId, SessionId } from "../../../model/ids.ts"
import type { Change } from "../../../store/Store.ts"
import { NO_RECEIPT, type StoredHead, type Terms, type Versions } from "./Receipt.ts"

/** An authorisation, as known to the operation that acts on it. */
export interface Authorised
  extends Pick<Terms, "consumed" | "operation" | "method" | "path" | "bodyDigest" | "payloadSha256" | "proof"> {
  readonly by: AuthorisedBy
}

/** The session whose key signed, if any, and the credential that opened it, if known. */
export interface AuthorisedBy {
  readonly sessionId?: SessionId
  readonly credentialId?: CredentialId
}

/** The receipt that follows `head`. The clocks of nodes differ; the times in a chain never decrease. */
export const following = (
  head: StoredHead | undefined,
  { by, ...authorised }: Authorised,
  context: {
    readonly environment: Environment
    readonly accountId: StoredHead["accountId"]
    readonly changes: ReadonlyArray<Change>
    readonly kid: string
    readonly at: Millis
    readonly detailsSha256?: string
  }
): Terms => {
  const { accountId, at, changes, detailsSha256, environment, kid } = context
  return {
    ...authorised,
    version: 2,
    platformId: environment.platformId,
    mode: environment.mode,
    accountId,
    sequence: (head?.sequence ?? 0) + 1,
    previous: head?.hash ?? NO_RECEIPT,
    at: Math.max(at, head?.at ?? at),
    sessionId: by.sessionId ?? null,
    credentialId: by.credentialId ?? null,
    changes: changes.map(versions),
    kid,
    ...(detailsSha256 === undefined ? {} : { detailsSha256 })
  }
}

const versions = (change: Change): Versions => {
  const { id } = change
  const collection = change.collection.name
  switch (change.op) {
    case "insert":
      return { collection, id, from: 0, to: 1 }
    case "replace":
      return { collection, id, from: change.version, to: change.version + 1 }
    case "remove":
      return { collection, id, from: change.version, to: 0 }
  }
}
