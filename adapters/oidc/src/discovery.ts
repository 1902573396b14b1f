import type { EnvironmentKey } from "@countersign/core"
import { Effect, Schema } from "@countersign/core/effect"
import { decodeUtf8, parseStrictJson, type Recent, recent } from "@countersign/wire"
import { download, KeySetFault, type Limits } from "./download.ts"
import { type KeySet, keySet, publishedKeys } from "./keySet.ts"

/** OpenID Connect Discovery 1.0 section 3. */
const Metadata = Schema.Struct({ issuer: Schema.String, jwks_uri: Schema.String })
const decodeMetadata = Schema.decodeUnknownSync(Metadata)

/** Discovery 1.0 section 2: "a URL using the https scheme with no query or fragment components". */
export const isDiscoverable = (issuer: string): boolean => isHttps(issuer) && !/[?#]/u.test(issuer)

const isHttps = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { password, protocol, username } = new URL(text)
  return protocol === "https:" && username + password === ""
}

/**
 * The address of the keys that an issuer publishes in its discovery document. Section 4.3: "The issuer value returned
 * MUST be identical to the Issuer URL that was directly used to retrieve the configuration information."
 */
const keyAddress = (issuer: string, limits: Limits): Effect.Effect<string, KeySetFault> =>
  Effect.flatMap(download(`${issuer.replace(/\/$/u, "")}/.well-known/openid-configuration`, limits), (bytes) =>
    Effect.try({
      try: () => {
        const { issuer: named, jwks_uri: address } = decodeMetadata(parseStrictJson(decodeUtf8(bytes)))
        if (named !== issuer || !isHttps(address)) throw new Error("another issuer, or keys without https")
        return address
      },
      catch: () => new KeySetFault({ reason: "the discovery document is not one of this issuer" })
    })
  )

/** The key sets of issuers that only platforms name. No environment can displace the keys of another (I19). */
export const discoveredKeys = (limits: Limits) => {
  const caches = recent<Recent<KeySet>>(ENVIRONMENTS)
  const made = (issuer: string): KeySet => {
    const published = Effect.flatMap(keyAddress(issuer, limits), (address) => publishedKeys(address, limits))
    return keySet(issuer, published, limits)
  }
  return (environment: EnvironmentKey, issuer: string): KeySet =>
    caches.getOrMake(environment, () => recent(ISSUERS)).getOrMake(issuer, () => made(issuer))
}

const ENVIRONMENTS = 4096
/** As many as the settings of a platform may name. */
const ISSUERS = 20
