import { ConfigurationRefused } from "./ConfigurationRefused.ts"

/** How key sets are fetched and kept. Every time is in milliseconds. */
export interface KeySetOptions {
  /** In place of the platform's own `fetch`. It has to honour `redirect` and `signal`. */
  readonly fetch?: typeof globalThis.fetch
  /** How long one fetch may take, its body included. 2,000 when left out. */
  readonly timeout?: number
  /** The least time between two fetches from one issuer, whatever tokens come. 30,000 when left out. */
  readonly cooldown?: number
  /** How old a key set may grow before it is fetched again. 600,000 when left out. */
  readonly maxAge?: number
  /** The most bytes of a key set. 65,536 when left out. */
  readonly maxBytes?: number
  /** The most keys in a key set. 100 when left out. */
  readonly maxKeys?: number
}

/** The same with nothing left out. */
export type Limits = Required<KeySetOptions>

/** Fills in what was left out. Throws {@link ConfigurationRefused} for a number that is not whole and positive. */
export const limitsOf = (options: KeySetOptions): Limits => {
  const { cooldown = 30_000, fetch = globalThis.fetch, maxAge = 600_000, maxBytes = 65_536, maxKeys = 100 } = options
  const { timeout = 2_000 } = options
  for (const [name, value] of Object.entries({ cooldown, maxAge, maxBytes, maxKeys, timeout })) {
    // 2^31 - 1 is the longest that a timer of the platform can wait.
    if (!Number.isSafeInteger(value) || value < 1 || value >= 2 ** 31) {
      throw new ConfigurationRefused(`The option ${name} of oidcTokens is ${value}. Give a whole number above zero.`)
    }
  }
  return { cooldown, fetch, maxAge, maxBytes, maxKeys, timeout }
}
