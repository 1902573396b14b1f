import { Data, Effect } from "effect"

import { ConfigurationRefused } from "./issuerTable.ts"

/** Why a key set could not be had. It stays in the process, for its log. */
export class KeySetFault extends Data.TaggedError("KeySetFault")<{ readonly reason: string }> {}

/**
 * The bytes at `url`, within the limits of time and size. A redirect is a failure: it would let a host that the
 * configuration does not name choose the keys.
 */
export const download = (url: string, limits: Limits): Effect.Effect<Uint8Array, KeySetFault> =>
  Effect.tryPromise({
    try: () => {
      const signal = AbortSignal.timeout(limits.timeout)
      return Promise.race([received(url, limits, signal), aborted(signal)])
    },
    catch: (cause) => new KeySetFault({ reason: reasonOf(cause) })
  })

const received = async (url: string, { fetch, maxBytes }: Limits, signal: AbortSignal): Promise<Uint8Array> => {
  const response = await fetch(url, { headers: { accept: "application/json" }, redirect: "error", signal })
  if (response.status === 200 && response.body !== null) return firstBytes(response.body, maxBytes)
  await response.body?.cancel()
  throw new KeySetFault({ reason: `status ${response.status}` })
}

/** Counts while it reads, and leaves off at the limit: a length that is promised need not be the one that comes. */
const firstBytes = async (body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> => {
  const bytes = new Uint8Array(maxBytes)
  let length = 0
  for await (const chunk of body) {
    if (length + chunk.length > maxBytes) throw new KeySetFault({ reason: `more than ${maxBytes} bytes` })
    bytes.set(chunk, length)
    length += chunk.length
  }
  return bytes.subarray(0, length)
}

/** A `fetch` of the host's may not heed its signal, and then nobody may wait for it. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }))

const reasonOf = (cause: unknown): string => {
  if (cause instanceof KeySetFault) return cause.reason
  if (!(cause instanceof Error)) return "unknown"
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message
}

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
