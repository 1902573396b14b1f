/** What a payload binds, beside the activity itself. */
export interface Bound {
  readonly accountId: string
  readonly digest: string
  readonly operation: string
  readonly path: string
  readonly requestId: string
  readonly at: number
  readonly expiresAt: number
}

/** The text that is signed: the same keys in the same order as the service's own. */
export const payloadOf = (
  type: string,
  parameters: Readonly<Record<string, string>>,
  { accountId, at, digest, expiresAt, operation, path, requestId }: Bound
): string => {
  const context = {
    bodyDigest: digest,
    expiresAt: String(expiresAt),
    method: "POST",
    mode: "production",
    operation,
    path,
    platformId: "bench",
    requestId
  }
  // "context" comes before every parameter that there is.
  return JSON.stringify({
    organizationId: accountId,
    parameters: { context, ...parameters },
    timestampMs: String(at),
    type
  })
}

export const REFRESH = "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2"
export const OTP_LOGIN = "ACTIVITY_TYPE_OTP_LOGIN_V2"
