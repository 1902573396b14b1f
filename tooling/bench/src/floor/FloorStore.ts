import type { Point } from "../native/native.ts"

/** The result of a statement, synchronous or asynchronous. */
export type Eventually<A> = A | Promise<A>

export interface AccountRow {
  readonly accountId: string
  readonly type: string
  readonly nickname: string
}

/** A session to insert. */
export interface NewSession {
  readonly id: string
  readonly publicKey: string
  readonly point: Point
  readonly at: number
  readonly expiresAt: number
}

export interface SessionRow extends AccountRow {
  readonly id: string
  readonly createdAt: number
  readonly expiresAt: number
}

export interface CredentialRow extends AccountRow {
  readonly id: string
  /** Set for a passkey. */
  readonly webauthnId: string | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** A request that waits for its signature. */
export interface NewRequest {
  readonly id: string
  readonly digest: string
  readonly at: number
  readonly expiresAt: number
}

/** The data that decides the second leg of a refresh. */
export interface RefreshTerms extends AccountRow, Omit<NewRequest, "id"> {
  readonly publicKey: string
  readonly point: Point
}

/** The data that decides whether an e-mailed code is correct. */
export interface CodeTerms extends AccountRow {
  readonly codeDigest: string
  readonly sealedTargetKey: string
  readonly codeExpiresAt: number
}

/** The data that decides the second leg of a login by code. */
export interface LoginTerms extends AccountRow {
  readonly payload: string
  readonly publicKey: string
  readonly digest: string
  readonly expiresAt: number
}

/** The data that decides whether an assertion is valid. */
export interface AssertionTerms extends AccountRow, Omit<NewRequest, "id"> {
  readonly clientPublicKey: string
  readonly webauthnId: string
  readonly point: Point
  readonly counter: number
}

export interface ExternalAccountRow {
  readonly id: string
  readonly customerId: string
  readonly platformAccountId: string
  readonly currency: string
  readonly sealed: string
  readonly at: number
}

/**
 * The statements of the floor, one per method: the minimum for each flow. Each is conditional on its preconditions.
 * Returns `undefined` or `false` when a condition failed, and then it has written nothing.
 */
export interface FloorStore {
  readonly pendRefresh: (request: NewRequest & { readonly sessionId: string }) => Eventually<AccountRow | undefined>
  readonly refreshTerms: (requestId: string, sessionId: string) => Eventually<RefreshTerms | undefined>
  readonly openRefreshed: (requestId: string, sessionId: string, session: NewSession) => Eventually<boolean>

  readonly issueCode: (
    credentialId: string,
    code: Pick<CodeTerms, "codeDigest" | "codeExpiresAt" | "sealedTargetKey"> & { readonly at: number }
  ) => Eventually<CredentialRow | undefined>
  readonly codeTerms: (credentialId: string) => Eventually<CodeTerms | undefined>
  readonly countFailure: (credentialId: string) => Eventually<void>
  readonly pendLogin: (
    request: NewRequest & {
      readonly credentialId: string
      readonly codeDigest: string
      readonly publicKey: string
      readonly payload: string
    }
  ) => Eventually<boolean>
  readonly loginTerms: (requestId: string, credentialId: string) => Eventually<LoginTerms | undefined>
  readonly openByCode: (requestId: string, credentialId: string, session: NewSession) => Eventually<boolean>

  readonly pendAssertion: (
    request: NewRequest & { readonly credentialId: string; readonly clientPublicKey: string }
  ) => Eventually<CredentialRow | undefined>
  readonly assertionTerms: (requestId: string, credentialId: string) => Eventually<AssertionTerms | undefined>
  readonly openByPasskey: (
    requestId: string,
    credentialId: string,
    counter: number,
    session: NewSession
  ) => Eventually<boolean>

  readonly openByToken: (
    credentialId: string,
    token: { readonly identity: string; readonly digest: string; readonly expiresAt: number },
    session: NewSession
  ) => Eventually<AccountRow | undefined>

  readonly sessionsOf: (accountId: string, at: number) => Eventually<ReadonlyArray<SessionRow>>
  readonly credentialsOf: (accountId: string) => Eventually<ReadonlyArray<CredentialRow>>
  readonly addExternalAccount: (account: ExternalAccountRow) => Eventually<boolean>

  readonly signerOf: (
    sessionId: string,
    at: number
  ) => Eventually<{ readonly publicKey: string; readonly point: Point } | undefined>
  readonly spendProof: (nonce: string, expiresAt: number) => Eventually<boolean>
}
