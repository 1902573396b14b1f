import nodeCrypto from "node:crypto"
import { syncBuiltinESMExports } from "node:module"
import type { Random } from "./Random.ts"
import type { Entry, Scheduler } from "./Scheduler.ts"

/**
 * Replaces timers, both clocks and random bytes of the process, before any code that uses them is loaded.
 * Work that only the real machine can do, such as WebCrypto, is done one piece after the other, in the order of the requests.
 */
let scheduler: Scheduler | undefined
let random: Random | undefined

/** Gives the process to a run. The run before it must have ended. */
export const give = (to: Scheduler, by: Random): void => {
  scheduler = to
  random = by
}

const turn = globalThis.setImmediate
let outstanding = 0

/** Milliseconds of the real machine, to measure the run itself. */
export const realMillis = performance.now.bind(performance)

/** Resolves when no promise and no immediate is left, and no work of the real machine. */
export const quiet = async (): Promise<void> => {
  do await new Promise<void>((resolve) => void turn(resolve))
  while (outstanding > 0)
}

const isTimed = () => {
  if (scheduler === undefined) throw new Error("simulation: a timer was set outside of a run")
  return scheduler
}

/** The intervals of the workers' loops: they look for due work (see `PAUSE` of the outbox), and sweep and count each minute. */
const POLLS = [250, 60_000]

class Timer {
  readonly run: () => void
  readonly millis: number
  readonly isRepeated: boolean
  entry: Entry

  constructor(run: () => void, millis: number, isRepeated: boolean) {
    ;[this.run, this.millis, this.isRepeated] = [run, millis, isRepeated]
    this.entry = this.begun()
  }

  begun(): Entry {
    const { after, current } = isTimed()
    const poll = current().name.startsWith("node") ? POLLS.find((each) => each === this.millis) : undefined
    // As Node does: a clock shows whole milliseconds.
    return after(Math.max(1, Math.trunc(this.millis)), current(), () => this.fire(), poll)
  }
  fire(): void {
    if (this.isRepeated) this.entry = this.begun()
    this.run()
  }
  cancel(): void {
    this.entry.isCancelled = true
  }
  refresh(): this {
    this.cancel()
    this.entry = this.begun()
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
  hasRef(): boolean {
    return true
  }
}

const timer =
  (isRepeated: boolean) =>
  (run: (...args: ReadonlyArray<unknown>) => void, millis = 1, ...args: ReadonlyArray<unknown>) =>
    new Timer(() => run(...args), millis, isRepeated)

const cancel = (made: unknown): void => {
  if (made instanceof Timer) made.cancel()
}

const immediate = (run: (...args: ReadonlyArray<unknown>) => void, ...args: ReadonlyArray<unknown>) => {
  outstanding += 1
  const made = {
    isOver: false,
    end: () => {
      if (made.isOver) return false
      made.isOver = true
      outstanding -= 1
      return true
    }
  }
  turn(() => {
    if (made.end()) run(...args)
  })
  return made
}

/** One request of the real machine at a time, so that the answers come in the order of the requests. */
let last: Promise<unknown> = Promise.resolve()
const inTurn = <A>(run: () => Promise<A>): Promise<A> => {
  outstanding += 1
  const result = last.then(run)
  last = result.then(done, done)
  return result
}
const done = () => {
  outstanding -= 1
}

const bytes = <A extends ArrayBufferView>(view: A): A => {
  random?.fill(new Uint8Array(view.buffer, view.byteOffset, view.byteLength))
  return view
}

const uuid = (): string => {
  const drawn = bytes(new Uint8Array(16))
  drawn.set([((drawn[6] ?? 0) & 15) | 64], 6)
  drawn.set([((drawn[8] ?? 0) & 63) | 128], 8)
  return Buffer.from(drawn)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/u, "$1-$2-$3-$4-")
}

const now = () => (scheduler === undefined ? 0 : Math.floor(scheduler.now() + scheduler.current().ahead))

Object.assign(globalThis, {
  setTimeout: timer(false),
  setInterval: timer(true),
  setImmediate: immediate,
  clearTimeout: cancel,
  clearInterval: cancel,
  clearImmediate: (made: { readonly end: () => boolean } | undefined) => void made?.end()
})
AbortSignal.timeout = (millis) => {
  const controller = new AbortController()
  globalThis.setTimeout(() => controller.abort(new DOMException("It took too long", "TimeoutError")), millis)
  return controller.signal
}
Date.now = now
const passed = () => (scheduler?.now() ?? 0) - Date.UTC(2026, 0)
performance.now = passed
const hrtime = (): [number, number] => [Math.floor(passed() / 1000), (passed() % 1000) * 1e6]
process.hrtime = Object.assign(hrtime, { bigint: () => BigInt(passed()) * 1_000_000n })
Object.assign(Math, { random: () => (random?.upTo(0x7fffffff) ?? 0) / 0x80000000 })

Object.assign(Crypto.prototype, { getRandomValues: bytes, randomUUID: uuid })
for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(SubtleCrypto.prototype))) {
  if (name === "constructor" || typeof value !== "function") continue
  Object.defineProperty(SubtleCrypto.prototype, name, {
    value(...args: ReadonlyArray<unknown>) {
      return inTurn(async () => Reflect.apply(value, this, args))
    }
  })
}
Object.assign(nodeCrypto, {
  randomBytes: (size: number) => bytes(Buffer.alloc(size)),
  randomFillSync: bytes,
  randomUUID: uuid
})
syncBuiltinESMExports()
