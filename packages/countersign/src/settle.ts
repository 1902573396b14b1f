import { defaultPolicy, type PolicyValues } from "@countersign/core"
import { memoryStore } from "@countersign/memory"
import { secretDigest } from "@countersign/node-crypto"
import { decodeHex, encodeHex, publicKeyOf, WireError } from "@countersign/wire"
import { checkOptions } from "./checkOptions.ts"
import { checkDiscoveries } from "./hostVerification.ts"
import {
  ConfigurationError,
  type CountersignOptions,
  type DevelopmentDefault,
  type KeyOptions,
  type TokenOptions
} from "./options.ts"

/** Options with every gap filled, and a word on each gap. */
export interface Settled {
  readonly options: CountersignOptions & Required<Pick<CountersignOptions, "tokens" | "keys" | "store">>
  readonly developmentDefaults: ReadonlyArray<DevelopmentDefault>
  /** The token that was made because none was given. Shown once, kept nowhere. */
  readonly sandboxToken?: { readonly id: string; readonly secret: string }
}

/** Fills what was left out for development, and refuses production on anything made up here. */
export const settle = (options: CountersignOptions): Settled => {
  checkOptions(options)
  const sandboxToken = options.tokens === undefined ? { id: "sandbox", secret: randomHex(24) } : undefined
  const tokens = options.tokens ?? [sandboxTokenOptions(sandboxToken?.secret ?? randomHex(24))]
  const keys = options.keys ?? { vault: randomHex(32), service: randomScalar() }
  checkKeys(keys)
  checkPolicy({ ...defaultPolicy, ...options.policy })
  checkDiscoveries(options.externalAccounts?.discoveries ?? [])
  const developmentDefaults = [
    ...missing(options.tokens, "tokens", "one sandbox token, made at this start"),
    ...missing(options.keys, "keys", "made at this start: bundles and codes of an earlier start do not verify"),
    ...missing(
      options.store,
      "store",
      "memory: all is gone when the process ends, and a second node sees nothing of it"
    ),
    ...(options.webhooks?.allowPrivate === true
      ? [{ option: "webhooks.allowPrivate", meaning: "sandbox webhooks may go to http and to private addresses" }]
      : [])
  ]
  if (tokens.some(({ mode }) => mode === "production")) {
    if (options.webhooks?.allowPrivate === true) {
      throw new ConfigurationError(
        "A production token and webhooks.allowPrivate do not go together: production webhooks would share a process with what may reach your own network. Leave it out, or give only sandbox tokens."
      )
    }
    const gaps = [
      ...developmentDefaults.map(({ option }) => option),
      ...(options.mailer === undefined ? ["mailer"] : [])
    ]
    if (gaps.length > 0) {
      throw new ConfigurationError(
        `A production token needs these options to be given, not made up: ${gaps.join(", ")}. Pass them to createCountersign, or give only sandbox tokens.`
      )
    }
  }
  return {
    options: { ...options, tokens, keys, store: options.store ?? memoryStore },
    developmentDefaults,
    ...(sandboxToken === undefined ? {} : { sandboxToken })
  }
}

const missing = (value: unknown, option: string, meaning: string): ReadonlyArray<DevelopmentDefault> =>
  value === undefined ? [{ option, meaning }] : []

const sandboxTokenOptions = (secret: string): TokenOptions => ({
  id: "sandbox",
  secretSha256: secretDigest(secret),
  platformId: "sandbox",
  mode: "sandbox"
})

const checkKeys = ({ service, vault, webhooks }: KeyOptions) => {
  check("keys.vault", vault, "32 random bytes as 64 hex characters", (text) => decodeHex(text, { bytes: 32 }))
  check("keys.service", service, "a P-256 private scalar as 64 hex characters", (text) =>
    publicKeyOf(decodeHex(text, { bytes: 32 }))
  )
  if (webhooks === undefined) return
  if (!Array.isArray(webhooks) || webhooks.length === 0 || webhooks.length > 4) {
    throw new ConfigurationError("keys.webhooks must list 1 to 4 seeds of 64 hex characters, or be left out")
  }
  for (const [nth, seed] of webhooks.entries()) {
    const read = (text: string) => decodeHex(text, { bytes: 32 })
    check(`keys.webhooks[${nth}]`, seed, "32 random bytes as 64 hex characters", read)
  }
}

/** Figures that rules rest on: out of these bounds they would not hold. */
const checkPolicy = (policy: PolicyValues) => {
  const stranger = Object.keys(policy).find((name) => !Object.hasOwn(defaultPolicy, name))
  if (stranger !== undefined) {
    throw new ConfigurationError(`policy.${stranger} is no figure there is. See docs/defaults.md`)
  }
  const bounds: ReadonlyArray<readonly [keyof PolicyValues, number, number]> = [
    ["signedRequestLifetime", 1, 3_600_000],
    ["stampFailuresToVoid", 1, 1000],
    ["sessionLifetime", 1, 86_400_000],
    ["sessionFamilyLifetime", 1, 31_536_000_000],
    ["sessionsPerAccount", 1, 500],
    ["sessionProofLifetime", 1000, 600_000],
    ["otpLength", 6, 12],
    ["otpLifetime", 1000, 600_000],
    ["otpFailuresToLock", 1, 10],
    ["otpLockFor", 1000, 86_400_000],
    ["otpFailuresToLockLong", 1, 100],
    ["otpLongLockFor", 1000, 31_536_000_000],
    ["mailTimeout", 1, 25_000],
    ["verificationTimeout", 1, 25_000],
    ["quoteLifetime", 1000, 3_600_000],
    ["webhookTimeout", 1, 25_000]
  ]
  for (const [name, least, most] of bounds) checkWhole(name, policy[name], least, most)
  const { callsPerToken, challengesPerAddress, challengesPerCredential, requestsPerAccount, webhookTests } = policy
  const rates = { callsPerToken, challengesPerAddress, challengesPerCredential, requestsPerAccount, webhookTests }
  for (const [name, rate] of Object.entries(rates)) {
    checkWhole(`${name}.capacity`, rate.capacity, 1, 1_000_000_000)
    checkWhole(`${name}.refillEvery`, rate.refillEvery, 1, 86_400_000)
  }
}

const checkWhole = (name: string, value: unknown, least: number, most: number) => {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < least || value > most) {
    throw new ConfigurationError(`policy.${name} must be a whole number from ${least} to ${most}. See docs/defaults.md`)
  }
}

/** A key that is not there is most often a variable of the environment that nobody set. */
const check = (option: string, value: unknown, shape: string, read: (text: string) => unknown) => {
  try {
    if (typeof value === "string") return void read(value)
  } catch (error) {
    if (!(error instanceof WireError)) throw error
  }
  const found = value === undefined ? ", and is undefined" : ""
  throw new ConfigurationError(`${option} must be ${shape}${found}. Make one with: openssl rand -hex 32`)
}

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
