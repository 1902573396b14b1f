import { AsyncLocalStorage } from "node:async_hooks"
import { createHash } from "node:crypto"

interface Stream {
  readonly seed: string
  drawn: number
}

/** What workers draw beside the calls: a stream of its own, so that it takes nothing from theirs. */
const beside: Stream = { seed: "beside", drawn: 0 }
const streams = new AsyncLocalStorage<Stream>()

/** Runs a call whose chance follows from `seed` alone, whatever goes on at the same time. */
export const seededBy = <A>(seed: string, run: () => A): A => streams.run({ seed, drawn: 0 }, run)

/** The next bytes of the stream of the call that draws. The same seed gives the same bytes, in every process. */
export const draw = (count: number): Uint8Array => {
  const stream = streams.getStore() ?? beside
  stream.drawn += 1
  const text = `${stream.seed} ${stream.drawn}`
  return new Uint8Array(createHash("shake256", { outputLength: count }).update(text).digest())
}
