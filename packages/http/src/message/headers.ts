import type { CallHeaders } from "./Call.ts"

/** The header the stamp travels in, until a host chooses another name. */
export const SIGNATURE_HEADER = "Service-Wallet-Signature"

/** Under which names the stamp may travel. The document shows `name`; aliases are read as well. */
export interface SignatureHeader {
  readonly name: string
  readonly aliases?: ReadonlyArray<string>
}

/**
 * Answers the headers with the stamp under the one name the contract reads, or `undefined` when it came under two names:
 * which of them was meant is not ours to guess.
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

/** The header that names a call on its reply, in its log lines and on its span. `Request-Id` is that of a signed retry. */
export const REQUEST_ID = "x-request-id"

export const newRequestId = (): string => crypto.randomUUID()

/** Whether the id of a caller can stand in a log line: 1 to 128 letters, digits, `.`, `_` or `-`. */
export const isTrustedId = (sent: string): boolean => SHAPE.test(sent)

const SHAPE = /^[A-Za-z0-9._-]{1,128}$/u
