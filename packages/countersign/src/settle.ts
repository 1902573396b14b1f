import { memoryStore } from "@countersign/memory"
import { publicKeyOf, secretDigest } from "@countersign/node-crypto"
import type { PasskeyPolicy } from "@countersign/passkeys"
import { decodeHex, encodeHex } from "@countersign/wire"
import { examineOptions } from "./examineOptions.ts"
import { ConfigurationError, type CountersignOptions, type DevelopmentDefault, type TokenOptions } from "./options.ts"

/** Options with every gap filled, and a word on each gap. */
export interface Settled {
  readonly options: CountersignOptions & Required<Pick<CountersignOptions, "tokens" | "keys" | "store">>
  readonly developmentDefaults: ReadonlyArray<DevelopmentDefault>
  /** The token that was made because none was given. Shown once, kept nowhere. */
  readonly sandboxToken?: { readonly id: string; readonly secret: string }
}

/** Fills what was left out for development. Throws `ConfigurationError` with all that is wrong. */
export const settle = (options: CountersignOptions): Settled => {
  const findings = examineOptions(options)
  if (findings.length > 0) throw new ConfigurationError(findings)
  const sandboxToken = options.tokens === undefined ? { id: "sandbox", secret: randomHex(24) } : undefined
  const tokens = options.tokens ?? [sandboxTokenOptions(sandboxToken?.secret ?? randomHex(24))]
  const keys = options.keys ?? { vault: randomHex(32), service: randomScalar() }
  return {
    options: { ...options, tokens, keys, store: options.store ?? memoryStore },
    developmentDefaults: developmentDefaults(options),
    ...(sandboxToken === undefined ? {} : { sandboxToken })
  }
}

const developmentDefaults = (options: CountersignOptions): ReadonlyArray<DevelopmentDefault> => [
  ...missing(options.tokens, "tokens", "one sandbox token, made at this start"),
  ...missing(options.keys, "keys", "made at this start: bundles and codes of an earlier start do not verify"),
  ...missing(options.store, "store", "memory: all is gone when the process ends, and a second node sees nothing of it"),
  ...(options.webhooks?.allowPrivate === true
    ? [{ option: "webhooks.allowPrivate", meaning: "sandbox webhooks may go to http and to private addresses" }]
    : []),
  ...userVerification(options)
]

/** A passkey that works in the sandbox and not in production, or the other way round, is found out before release. */
const userVerification = ({ production, sandbox }: CountersignOptions): ReadonlyArray<DevelopmentDefault> => {
  const isRequired = (policy: PasskeyPolicy | undefined) => policy?.requireUserVerification !== false
  if (isRequired(sandbox?.passkeys) === isRequired(production?.passkeys)) return []
  const [strict, lenient] = isRequired(sandbox?.passkeys) ? ["sandbox", "production"] : ["production", "sandbox"]
  return [
    {
      option: "sandbox.passkeys.requireUserVerification",
      meaning: `${strict} requires user verification of passkeys and ${lenient} does not: a passkey accepted by one may be refused by the other`
    }
  ]
}

const missing = (value: unknown, option: string, meaning: string): ReadonlyArray<DevelopmentDefault> =>
  value === undefined ? [{ option, meaning }] : []

const sandboxTokenOptions = (secret: string): TokenOptions => ({
  id: "sandbox",
  secretSha256: secretDigest(secret),
  platformId: "sandbox",
  mode: "sandbox"
})

const randomHex = (bytes: number) => encodeHex(crypto.getRandomValues(new Uint8Array(bytes)))

/** Random bytes are no scalar about once in four thousand million draws. */
const randomScalar = (): string => {
  const hex = randomHex(32)
  try {
    publicKeyOf(decodeHex(hex))
    return hex
  } catch {
    return randomScalar()
  }
}
