import { createClient } from "@countersign/client"
import { basic, callers, type LocalWorld, makeWorld, session } from "@countersign/harness/world"
import { afterAll } from "vitest"

/** A service for the inputs of one feeder, which closes after the tests. */
export const worldOf = (options: Parameters<typeof makeWorld>[0] = {}): LocalWorld => {
  const world = makeWorld({ logs: "none", ...options })
  afterAll(() => world.countersign.close())
  return world
}

/** A customer with a session of its e-mail credential. */
export const ownerIn = async (world: LocalWorld) => {
  const customer = await world.customer(callers.a)
  const { keys, session: opened } = await session(world, callers.a, customer.credentialId)
  return { ...customer, keys, sessionId: String(opened.id) }
}

/** The client of a page whose calls reach the service through `fetch`. */
export const clientIn = (
  world: LocalWorld,
  fetch: (request: Request) => Promise<Response> = (request) => world.countersign.handler(request)
) =>
  createClient({
    baseUrl: "http://countersign.test/2025-10-13",
    headers: { authorization: basic(callers.a) },
    bundleSigner: world.countersign.bundleSigner,
    fetch: (input, init) => fetch(new Request(input, init))
  })
