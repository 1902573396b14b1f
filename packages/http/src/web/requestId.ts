/** The header that names a call on its reply, in its log lines and on its span. `Request-Id` is that of a signed retry. */
export const REQUEST_ID = "x-request-id"

export const newRequestId = (): string => crypto.randomUUID()

/** Whether the id of a caller can stand in a log line: 1 to 128 letters, digits, `.`, `_` or `-`. */
export const isTrustedId = (sent: string | undefined): sent is string => sent !== undefined && SHAPE.test(sent)

const SHAPE = /^[A-Za-z0-9._-]{1,128}$/u
