import { type Answer, callers, type Keys, retryHeaders, session, type World } from "@countersign/harness/world"
import { expect } from "vitest"

/** A wallet whose owner toggles its privacy with signed requests. */
export interface Owner {
  readonly accountId: string
  readonly credentialId: string
  keys: Keys
  /** The last known state. */
  isPrivate: boolean
}

export const newOwner = async (world: World): Promise<Owner> => {
  const { accountId, credentialId } = await world.customer(callers.a)
  const { keys } = await session(world, callers.a, credentialId)
  return { accountId, credentialId, keys, isPrivate: false }
}

/** Makes the first leg of a toggle. The signed leg may then be sent to any node, several times. */
export const pendingSwitch = async (world: World, owner: Owner) => {
  const requested = await askedSwitch(world, owner)
  if (requested.refused !== undefined) throw new Error(`the first leg returned status ${requested.refused.status}`)
  return requested
}

/** The same, but returns an error of the first leg. */
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
 * Checks the outcome of a signed leg after recovery. A success response implies the effect, and the effect implies a
 * consumed request id. Without the effect, the same leg still succeeds. There is no intermediate state.
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

/** Whether a response is the specified error for an unavailable store, with a Retry-After header. */
export const isUnavailable = ({ body, headers, status }: Answer): boolean =>
  status === 503 && body.code === "SERVICE_UNAVAILABLE" && headers.get("retry-after") !== null

export const requireUnavailable = (answer: Answer): void => {
  expect([answer.status, isUnavailable(answer)]).toEqual([503, true])
}
