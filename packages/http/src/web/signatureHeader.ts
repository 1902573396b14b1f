import { SIGNATURE_HEADER } from "../contract/bodies/retryHeaders.ts"
import type { CallHeaders } from "../serve/Call.ts"

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
