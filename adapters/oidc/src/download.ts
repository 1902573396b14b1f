import { Data, Effect } from "@countersign/core/effect"
import { ConfigurationRefused } from "@countersign/core/internal"
import type { KeySetOptions } from "./OidcOptions.ts"

/** The reason why a key set could not be fetched. It is logged and not returned to callers. */
export class KeySetFault extends Data.TaggedError("KeySetFault")<{ readonly reason: string }> {}

/**
 * Fetches `url` within the limits of time and size. A redirect is a failure: a host that the configuration does not
 * name could otherwise choose the keys.
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
  await response.body?.[Symbol.asyncIterator]().return?.()
  throw new KeySetFault({ reason: `status ${response.status}` })
}

/** Stops reading at the limit, because the actual length may exceed Content-Length. */
const firstBytes = async (body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> => {
  const bytes = new Uint8Array(maxBytes)
  let length = 0
  for await (const chunk of body) {
    if (length + chunk.length > maxBytes) throw new KeySetFault({ reason: `more than ${maxBytes} bytes` })
    bytes.set(chunk, length)
    length += chunk.length
  }
  return bytes.subarray(0, length)
}

/** A custom `fetch` may ignore its signal, so the timeout is enforced here as well. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }))

const reasonOf = (cause: unknown): string => {
  if (cause instanceof KeySetFault) return cause.reason
  if (!(cause instanceof Error)) return "unknown"
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message
}

/** The limits with all defaults applied. */
export type Limits = Required<Omit<KeySetOptions, "publicFetch">>

/** Applies the defaults. Throws {@link ConfigurationRefused} for a number that is not a positive integer. */
export const limitsOf = (options: KeySetOptions): Limits => {
  const { cooldown = 30_000, fetch = globalThis.fetch, maxAge = 600_000, maxBytes = 65_536, maxKeys = 100 } = options
  const { timeout = 2_000 } = options
  for (const [name, value] of Object.entries({ cooldown, maxAge, maxBytes, maxKeys, timeout })) {
    // 2^31 - 1 is the longest delay that a timer supports.
    if (!Number.isSafeInteger(value) || value < 1 || value >= 2 ** 31) {
      throw new ConfigurationRefused(`The option ${name} of oidcTokens is ${value}. Give a whole number above zero.`)
    }
  }
  return { cooldown, fetch, maxAge, maxBytes, maxKeys, timeout }
}
