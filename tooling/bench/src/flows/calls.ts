import type { Reply, Target } from "../load/Target.ts"
import { BASE_PATH, readersAmong, type Seed, type Subject } from "../seed/Seed.ts"

/** The seed of a server of these flows. */
export const seedOf = (target: Target): Seed => {
  const seed = target.seed
  if (!isSeed(seed)) throw new Error("this server is not one of the flows of the service")
  return seed
}

const isSeed = (seed: unknown): seed is Seed => typeof seed === "object" && seed !== null && "subjects" in seed

/** Calls the API as the platform's backend does; an answer of another status ends the run. */
export const caller = (target: Target) => {
  const { authorization } = seedOf(target)
  return async (
    expected: number,
    method: string,
    path: string,
    body = "",
    headers: Readonly<Record<string, string>> = {}
  ): Promise<string> => {
    const reply = await target.call(method, BASE_PATH + path, { body, headers: { authorization, ...headers } })
    return answered(expected, reply, `${method} ${path} ${body}`)
  }
}

export const answered = (expected: number, { body, status }: Reply, asked: string): string => {
  if (status !== expected) throw new Error(`asked ${asked}, expected ${expected}, answered ${status} ${body}`)
  return body
}

/** The subjects of one user, one after another: no two users ever act for the same one. */
export const subjectsOf = (target: Target, user: number, users: number): (() => Subject) => {
  const { subjects } = seedOf(target)
  const mine = subjects.slice(0, -readersAmong(subjects.length)).filter(({ number }) => number % users === user)
  return turns(mine)
}

/** The subjects that are only read. */
export const readersOf = (target: Target, user: number): (() => Subject) => {
  const { subjects } = seedOf(target)
  const readers = subjects.slice(-readersAmong(subjects.length))
  return turns([...readers.slice(user), ...readers.slice(0, user)])
}

const turns = <A>(all: ReadonlyArray<A>): (() => A) => {
  let next = 0
  return () => {
    const taken = all[next % all.length]
    next += 1
    if (taken === undefined) throw new Error("there is nobody to act for")
    return taken
  }
}
