import { encodeUtf8, equalBytes, sha256 } from "@countersign/wire"
import { hostOf } from "./origin.ts"
import type { PasskeyPolicy } from "./PasskeyPolicy.ts"

/** Whether the hash that the authenticator signed is that of a relying party id which the policy accepts. */
export const isAcceptedRelyingParty = (policy: PasskeyPolicy, origin: string, rpIdHash: Uint8Array): boolean => {
  const rpIds = policy.rpIds === "any" ? rpIdsOf(origin) : policy.rpIds
  return rpIds.some((rpId) => equalBytes(rpIdHash, sha256(encodeUtf8(rpId))))
}

/**
 * The ids that a page of this origin may claim. WebAuthn Level 3, section 5.1.3: the id "is a registrable domain suffix of
 * or is equal to" the host. What is registrable takes the list of public suffixes; in its place, a suffix has two labels.
 */
const rpIdsOf = (origin: string): ReadonlyArray<string> => {
  const host = hostOf(origin)
  if (host === undefined) return []
  if (ADDRESS.test(host)) return [host]
  const labels = host.split(".")
  return labels.flatMap((_, at) => (at === 0 || labels.length - at >= 2 ? [labels.slice(at).join(".")] : []))
}

const ADDRESS = /^\[|\.\d+$/u
