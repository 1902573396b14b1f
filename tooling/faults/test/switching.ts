import { type Answer, callers, type Keys, retryHeaders, session, type World } from "@countersign/harness/world"
import { expect } from "vitest"

/** A wallet whose owner switches its privacy to and fro, each time with a signature. */
export interface Owner {
  readonly accountId: string
  readonly credentialId: string
  keys: Keys
  /** What was last seen of it. */
  isPrivate: boolean
}

export const newOwner = async (world: World): Promise<Owner> => {
  const { accountId, credentialId } = await world.customer(callers.a)
  const { keys } = await session(world, callers.a, credentialId)
  return { accountId, credentialId, keys, isPrivate: false }
}

/** The first leg of a switch. What is left is the signed one, which may be sent through any door, and again. */
export const pendingSwitch = async (world: World, owner: Owner) => {
  const asked = await askedSwitch(world, owner)
  if (asked.refused !== undefined) throw new Error(`the first leg was answered ${asked.refused.status}`)
  return asked
}

/** The same, where the first leg may be refused too. */
export const askedSwitch = async (world: World, owner: Owner) => {
  const to = !owner.isPrivate
  const path = `/internal-accounts/${owner.accountId}`
  const body = { privateEnabled: to }
  const first = await world.call(callers.a, "PATCH", path, { body })
  if (first.status !== 202) return { refused: first }
  const more = { body, headers: retryHeaders(first.body, owner.keys) }
  const leg = (through: Pick<World, "call"> = world): Promise<Answer> => through.call(callers.a, "PATCH", path, more)
  return { to, leg, requestId: String(first.body.requestId) }
}
export type Switch = Awaited<ReturnType<typeof pendingSwitch>>

export const isPrivate = async (world: World, { accountId }: Owner): Promise<boolean> => {
  const { body, status } = await world.call(callers.a, "GET", `/internal-accounts/${accountId}`)
  expect(status).toBe(200)
  return body.privateEnabled
}

/**
 * What came of a signed leg, once all is well again: an answer of success means the effect, the effect means that the id
 * is used, and where there is none the same leg still works. Nothing lies between.
 */
export const settled = async (
  world: World,
  owner: Owner,
  { leg, to }: Switch,
  answer: Answer | undefined
): Promise<"done" | "done unheard" | "not done"> => {
  const wasDone = (await isPrivate(world, owner)) === to
  if (answer?.status === 200) expect(wasDone).toBe(true)
  const retried = await leg()
  if (wasDone) expect([retried.status, retried.body.reason]).toEqual([401, "Request id already used"])
  else expect(retried.status).toBe(200)
  expect(await isPrivate(world, owner)).toBe(to)
  owner.isPrivate = to
  if (!wasDone) return "not done"
  return answer?.status === 200 ? "done" : "done unheard"
}

/** A refusal that a store out of reach may give: it is named, and says when to come again. */
export const isUnavailable = ({ body, headers, status }: Answer): boolean =>
  status === 503 && body.code === "SERVICE_UNAVAILABLE" && headers.get("retry-after") !== null

export const requireUnavailable = (answer: Answer): void => {
  expect([answer.status, isUnavailable(answer)]).toEqual([503, true])
}
