import { once } from "node:events"
import { connect } from "node:net"
import type { Reply, Target } from "../load/Target.ts"
import { memoised } from "../native/native.ts"
import { BASE_PATH, readersAmong, type Seed, type Subject } from "../seed/Seed.ts"
import type { KindName } from "../server/ServerSpec.ts"

/** One flow: the same client code for the floor and for ours, which have the same paths and bodies. */
export interface Flow {
  readonly name: string
  /** HTTP requests per run. */
  readonly requests: number
  /** The kinds of servers that support it. Default: the floor and ours. */
  readonly kinds?: ReadonlyArray<KindName>
  /** Prepares one of `users` concurrent users. */
  readonly open: (target: Target, user: number, users: number) => Promise<User>
}

export interface User {
  /** Runs the flow once. Throws on any unexpected response. */
  readonly run: () => Promise<void>
  /** Prepares single-use inputs for the given number of runs, before the measurement starts. */
  readonly ahead?: (runs: number) => Promise<void>
}

export type Challenge = Readonly<Record<"payloadToSign" | "requestId", string>>

/** The e-mails of a server, read from the socket that it posts them to. */
export const mailbox = memoised(async (port: number) => {
  const awaited = new Map<string, (code: string) => void>()
  const socket = connect({ port, host: "127.0.0.1" }).setEncoding("latin1")
  let rest = ""
  socket.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) {
      const [address = "", code = ""] = line.split(" ")
      awaited.get(address)?.(code)
      awaited.delete(address)
    }
  })
  // A server closes its mailbox when it ends.
  socket.on("error", () => socket.destroy()).unref()
  await once(socket, "connect")
  return {
    /** The code in the next e-mail to an address. */
    letter: (address: string): Promise<string> => new Promise((resolve) => void awaited.set(address, resolve))
  }
})

export const seedOf = ({ seed }: Target): Seed => {
  if (!isSeed(seed)) throw new Error("this server is not one of the flows of the service")
  return seed
}

const isSeed = (seed: unknown): seed is Seed => typeof seed === "object" && seed !== null && "subjects" in seed

/** Calls the API as the platform's backend. An unexpected status ends the run. */
export const caller = (target: Target) => {
  const { authorization } = seedOf(target)
  return async (expected: number, method: string, path: string, body = "", more: object = {}): Promise<string> => {
    const reply = await target.call(method, BASE_PATH + path, { body, headers: { authorization, ...more } })
    return answered(expected, reply, `${method} ${path} ${body}`)
  }
}

export const answered = (expected: number, { body, status }: Reply, requested: string): string => {
  if (status !== expected) throw new Error(`asked ${requested}, expected ${expected}, answered ${status} ${body}`)
  return body
}

/** The subjects of one user, in turn. No subject is shared between users. */
export const subjectsOf = (target: Target, user: number, users: number): (() => Subject) => {
  const { subjects } = seedOf(target)
  return turns(subjects.slice(0, -readersAmong(subjects.length)).filter(({ number }) => number % users === user))
}

export const readersOf = (target: Target, user: number): (() => Subject) => {
  const { subjects } = seedOf(target)
  const readers = subjects.slice(-readersAmong(subjects.length))
  return turns([...readers.slice(user), ...readers.slice(0, user)])
}

const turns = <A>(all: ReadonlyArray<A>): (() => A) => {
  let next = 0
  return () => {
    const occupied = all[next % all.length]
    next += 1
    if (occupied === undefined) throw new Error("there are no subjects for this user")
    return occupied
  }
}

/** A flow whose user runs it for the next subject each time. */
export const flowOfSubjects = (
  name: string,
  requests: number,
  runOf: (call: ReturnType<typeof caller>, target: Target) => (subject: Subject) => Promise<unknown>,
  of: typeof subjectsOf = subjectsOf
): Flow => ({
  name,
  requests,
  open: async (target, user, users) => {
    const next = of(target, user, users)
    const run = runOf(caller(target), target)
    return { run: async () => void (await run(next())) }
  }
})
