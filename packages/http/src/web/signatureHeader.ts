import { SIGNATURE_HEADER } from "../contract/bodies/retryHeaders.ts"

/** Under which names the stamp may travel. The document shows `name`; aliases are read as well. */
export interface SignatureHeader {
  readonly name: string
  readonly aliases?: ReadonlyArray<string>
}

/**
 * The headers with the stamp under the one name the contract reads, or `undefined` when it came under two names: which
 * of them was meant is not ours to guess.
 */
export const withCanonicalStamp = (headers: Headers, { aliases = [], name }: SignatureHeader): Headers | undefined => {
  const names = new Set([name, ...aliases].map((each) => each.toLowerCase()))
  const present = [...names].filter((each) => headers.has(each))
  if (present.length > 1) return undefined
  const canonical = new Headers(headers)
  const stamp = present[0] === undefined ? null : headers.get(present[0])
  for (const each of [...names, SIGNATURE_HEADER]) canonical.delete(each)
  if (stamp !== null) canonical.set(SIGNATURE_HEADER, stamp)
  return canonical
}
