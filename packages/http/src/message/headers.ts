import type { CallHeaders } from "./Call.ts"

/** The default name of the header that carries the stamp. */
export const SIGNATURE_HEADER = "Service-Wallet-Signature"

/** The names of the stamp header. The document shows `name`; aliases are accepted too. */
export interface SignatureHeader {
  readonly name: string
  readonly aliases?: ReadonlyArray<string>
}

/**
 * Returns the headers with the stamp under the name that the contract reads, or `undefined` when several of its names
 * are present, because the intended one is ambiguous.
 */
export const canonicalStamps = ({ aliases = [], name }: SignatureHeader) => {
  const names = [...new Set([name, ...aliases].map((each) => each.toLowerCase()))]
  if (names.length === 1 && names[0] === CANONICAL) return (headers: CallHeaders): CallHeaders | undefined => headers
  return (headers: CallHeaders): CallHeaders | undefined => {
    const present = names.filter((each) => headers[each] !== undefined)
    if (present.length > 1) return undefined
    const { [CANONICAL]: _, ...others } = headers
    const stamp = present[0] === undefined ? undefined : headers[present[0]]
    return stamp === undefined ? others : { ...others, [CANONICAL]: stamp }
  }
}

const CANONICAL = SIGNATURE_HEADER.toLowerCase()

/**
 * Identifies a call in its reply, its log lines and its span. `Request-Id` is a different header: it identifies a
 * signed retry.
 */
export const REQUEST_ID = "x-request-id"

export const newRequestId = (): string => crypto.randomUUID()

/** Returns whether a caller's id is safe in a log line: 1 to 128 letters, digits, `.`, `_` or `-`. */
export const isTrustedId = (sent: string): boolean => SHAPE.test(sent)

const SHAPE = /^[A-Za-z0-9._-]{1,128}$/u
