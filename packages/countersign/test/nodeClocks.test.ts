import { testDatabase } from "@countersign/harness/postgres"
import { callers, makeWorld, pendingLogin, session } from "@countersign/harness/world"
import { postgres } from "@countersign/postgres"
import { Effect, Layer } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { Store } from "../src/effect.ts"

const server = testDatabase()

const nodeOf = (behind: number, options: Parameters<typeof makeWorld>[0] = {}) => {
  const world = makeWorld({
    clock: { behind },
    store: postgres({ pool: server.pool(), timeout: 300_000 }),
    logs: "none",
    ...options
  })
  onTestFinished(() => world.countersign.close())
  return world
}

const MINUTE = 60_000

describe("a node whose clock is not that of the database", () => {
  it.each([10 * MINUTE, -10 * MINUTE])("GO7: %i ms behind issues codes and requests that are valid", async (behind) => {
    const [skewed, exact] = [nodeOf(behind), nodeOf(0)]
    const { credentialId } = await skewed.customer(callers.a)
    expect((await session(skewed, callers.a, credentialId)).done.status).toBe(200)
    // By the database's clock, a request of either node expires after its lifetime of five minutes.
    for (const node of [skewed, exact]) {
      const { challenge } = await pendingLogin(node, callers.a, credentialId)
      expect(Math.abs(Date.parse(challenge.expiresAt) - Date.now() - 5 * MINUTE)).toBeLessThan(MINUTE)
    }
  })

  it("GO7: two minutes ahead does not send the mail that another node is sending", async () => {
    let sent = () => {}
    const first: Array<string> = []
    const again: Array<string> = []
    const underWay = new Promise<void>((resolve) => {
      sent = resolve
    })
    const slow = nodeOf(0, {
      mailer: {
        sendCode: (mail) => {
          first.push(mail.to)
          return underWay
        }
      }
    })
    const { credentialId } = await slow.customer(callers.live, "once@example.com")
    expect((await slow.call(callers.live, "POST", `/auth/credentials/${credentialId}/challenge`)).status).toBe(200)
    await expect.poll(() => first).toEqual(["once@example.com"])

    let claims = 0
    const counted = Layer.effect(
      Store,
      Effect.map(Store, (inner) =>
        Store.of({
          ...inner,
          claimDue: (collection, ...asked) => {
            if (collection.name === "code_mails") claims += 1
            return inner.claimDue(collection, ...asked)
          }
        })
      )
    ).pipe(Layer.provide(postgres({ pool: server.pool(), timeout: 300_000 })))
    nodeOf(-2 * MINUTE, { store: counted, mailer: { sendCode: async ({ to }) => void again.push(to) } })
    await expect.poll(() => claims).toBeGreaterThan(3)
    sent()
    expect([first, again]).toEqual([["once@example.com"], []])
  })

  it("GO7: is not ready beyond ten seconds, and says which way", async () => {
    const ready = async (behind: number) => {
      const answer = await nodeOf(behind).countersign.handler(new Request("http://countersign.test/health/ready"))
      return [answer.status, JSON.parse(await answer.text()).reason]
    }
    expect(await ready(0)).toEqual([200, undefined])
    const [status, reason] = await ready(10 * MINUTE)
    expect([status, reason]).toEqual([
      503,
      expect.stringMatching(/^Node not ready: the clock of the node is \d+ s behind$/u)
    ])
    expect((await ready(-10 * MINUTE))[1]).toMatch(/ s ahead$/u)
  })
})
