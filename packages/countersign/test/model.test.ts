import {
  type Answer,
  answerTo,
  callers,
  type Keys,
  keyPair,
  type LocalWorld,
  makeWorld,
  retryHeaders
} from "@countersign/harness/world"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

/** The model of a wallet: which keys may sign until when, and which requests wait for a signature. */
interface Model {
  now: number
  readonly requests: Array<{
    readonly what: "login" | "revoke"
    readonly target: number
    readonly expiresAt: number
    state: "pending" | "used"
  }>
  readonly sessions: Array<{ readonly expiresAt: number; isRevoked: boolean }>
  /** The newest proven login, and whether a newer code was requested since. */
  proven: number | undefined
}

/** The corresponding objects of the real service. */
interface Real {
  readonly world: LocalWorld
  readonly accountId: string
  readonly credentialId: string
  readonly requests: Array<{
    readonly challenge: { readonly requestId: string; readonly payloadToSign: string }
    readonly keys: Keys
    readonly send: (headers: Record<string, string>) => Promise<Answer>
  }>
  readonly sessions: Array<{ readonly id: string; readonly keys: Keys }>
}

type Step = fc.AsyncCommand<Model, Real>
const isActive = (model: Model, at: number) => {
  const session = model.sessions[at]
  return session !== undefined && !session.isRevoked && model.now < session.expiresAt
}
const pick = (choice: number, length: number) => (length === 0 ? -1 : choice % length)

const beginLogin: Step = {
  check: () => true,
  toString: () => "beginLogin",
  run: async (model, real) => {
    const keys = keyPair()
    const { body } = await answerTo(real.world, callers.a, real.credentialId, "000000", keys)
    const send = (headers: Record<string, string>) =>
      real.world.call(callers.a, "POST", `/auth/credentials/${real.credentialId}/verify`, { body, headers })
    const first = await send({})
    expect(first.status).toBe(202)
    model.proven =
      model.requests.push({ what: "login", target: -1, expiresAt: model.now + 300_000, state: "pending" }) - 1
    real.requests.push({ challenge: first.body, keys, send })
  }
}

const askForCode: Step = {
  check: () => true,
  toString: () => "askForCode",
  run: async (model, real) => {
    const answer = await real.world.call(callers.a, "POST", `/auth/credentials/${real.credentialId}/challenge`)
    expect(answer.status).toBe(200)
    model.proven = undefined
  }
}

const beginRevoke = (choice: number): Step => ({
  check: (model) => model.sessions.length > 0,
  toString: () => `beginRevoke(${choice})`,
  run: async (model, real) => {
    const target = pick(choice, model.sessions.length)
    const { id, keys } = real.sessions[target]!
    const send = (headers: Record<string, string>) =>
      real.world.call(callers.a, "DELETE", `/auth/sessions/${id}`, { headers })
    const first = await send({})
    expect(first.status).toBe(isActive(model, target) ? 202 : 404)
    if (first.status === 404) return
    model.requests.push({ what: "revoke", target, expiresAt: model.now + 300_000, state: "pending" })
    real.requests.push({ challenge: first.body, keys, send })
  }
})

/** Retries a pending, used or expired request, signed by a session, by the key of the login, or by an unrelated key. */
const retry = (choice: number, signer: number): Step => ({
  check: (model) => model.requests.length > 0,
  toString: () => `retry(${choice}, ${signer})`,
  run: async (model, real) => {
    const at = pick(choice, model.requests.length)
    const request = model.requests[at]!
    const { challenge, keys, send } = real.requests[at]!
    // A login is signed by its own key or an unrelated one; a revocation by a session's key.
    const by = signer % (real.sessions.length + 1)
    const isOwn = request.what === "login" ? signer % 3 !== 0 : isActive(model, by)
    const signing = request.what === "login" ? (isOwn ? keys : keyPair()) : (real.sessions[by]?.keys ?? keyPair())
    const answer = await send(retryHeaders(challenge, signing))

    const stands = request.what === "login" ? model.proven === at : isActive(model, request.target)
    const isOpen = request.state === "pending" && model.now < request.expiresAt
    const refusedBy = request.what === "revoke" && isOpen && isOwn ? 404 : 401
    const expected = isOpen && isOwn && stands ? (request.what === "login" ? 200 : 204) : refusedBy
    expect([request.what, answer.status]).toEqual([request.what, expected])
    if (answer.status >= 400) return
    request.state = "used"
    if (request.what === "revoke") model.sessions[request.target]!.isRevoked = true
    else {
      model.proven = undefined
      model.sessions.push({ expiresAt: model.now + 900_000, isRevoked: false })
      real.sessions.push({ id: answer.body.id, keys })
    }
  }
})

const pass = (millis: number): Step => ({
  check: () => true,
  toString: () => `pass(${millis})`,
  run: async (model, real) => {
    model.now += millis
    real.world.pass(millis)
  }
})

/** After every step the service lists exactly the active sessions. */
const list: Step = {
  check: () => true,
  toString: () => "list",
  run: async (model, real) => {
    const { body } = await real.world.call(callers.a, "GET", `/auth/sessions?accountId=${real.accountId}`)
    const listed = new Set(body.data.map(({ id }: { readonly id: string }) => id))
    const active = real.sessions.filter((_, at) => isActive(model, at)).map(({ id }) => id)
    expect(listed).toEqual(new Set(active))
  }
}

describe("the service against a model of a wallet", () => {
  it("I1 I3 I10: logs in, revokes, replays and expires like the model, over random walks", {
    timeout: 300_000
  }, async () => {
    const world = makeWorld()
    const choice = fc.nat({ max: 20 })
    const walks = fc.commands(
      [
        fc.constant(beginLogin),
        fc.constant(askForCode),
        choice.map(beginRevoke),
        fc.tuple(choice, choice).map(([one, other]) => retry(one, other)),
        fc.tuple(choice, choice).map(([one, other]) => retry(one, other)),
        fc.constantFrom(1, 1000, 299_999, 300_000, 600_000, 899_999).map(pass),
        fc.constant(list)
      ],
      { maxCommands: 40 }
    )
    await fc.assert(
      fc.asyncProperty(walks, async (steps) => {
        const { accountId, credentialId } = await world.customer(callers.a)
        const model: Model = { now: world.at(), requests: [], sessions: [], proven: undefined }
        await fc.asyncModelRun(
          () => ({ model, real: { world, accountId, credentialId, requests: [], sessions: [] } }),
          steps
        )
      }),
      { numRuns: 150 }
    )
    await world.countersign.close()
  })
})
