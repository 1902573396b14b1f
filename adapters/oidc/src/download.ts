import { Data, Effect } from "effect"
import type { Limits } from "./limits.ts"

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
