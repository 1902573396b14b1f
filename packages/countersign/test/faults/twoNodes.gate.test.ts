import { type Node, serviceOf, startNode } from "@countersign/harness/nodes"
import { testDatabase } from "@countersign/harness/postgres"
import { rounds } from "@countersign/harness/rounds"
import { answerTo, callers, keyPair, session } from "@countersign/harness/world"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { credentialRaces } from "../stories/credentialRaces.ts"
import { emailRaces } from "../stories/emailRaces.ts"
import { operatorRaces } from "../stories/operatorRaces.ts"
import { policyRaces } from "../stories/policyRaces.ts"
import { recoveryRaces } from "../stories/recoveryRaces.ts"
import { requestRaces } from "../stories/requestRaces.ts"
import { settingsRaces } from "../stories/settingsRaces.ts"

const server = testDatabase()
const nodes: Array<Node> = []
const service = serviceOf(() => nodes)

beforeAll(async () => {
  nodes.push(...(await Promise.all([startNode(server.url()), startNode(server.url())])))
})
afterAll(() => Promise.all(nodes.map((node) => node.stop("SIGKILL"))))

requestRaces("two processes and one database", () => service, rounds(1000, 2))
credentialRaces("two processes and one database", () => service, rounds(500, 2))
operatorRaces("two processes and one database", () => service, rounds(500, 2))
policyRaces("two processes and one database", () => service, rounds(500, 2))
// A recovery that stays open holds the limits of the platform, which these races set.
emailRaces("two processes and one database", () => service, rounds(500, 2))
recoveryRaces("two processes and one database", () => service, rounds(500, 2))
settingsRaces("two processes and one database", () => service, rounds(500, 2))

describe("D17: a node that is stopped under load", () => {
  it("loses nothing acknowledged, and its callers continue with the other node", async () => {
    const extra = await startNode(server.url())
    const all = [...nodes, extra]
    const through = serviceOf(() => all)
    const acknowledged: Array<string> = []
    let refused = 0
    let isOver = false
    const user = async () => {
      while (!isOver) {
        // The stopping node answers 503 or refuses connections. Any other response is an acknowledgement.
        const answer = await through
          .call(callers.a, "POST", "/customers", { body: { customerType: "INDIVIDUAL", email: "ada@example.com" } })
          .catch(() => undefined)
        if (answer?.status === 201) acknowledged.push(String(answer.body.id))
        else {
          expect([undefined, 503]).toContain(answer?.status)
          refused += 1
        }
      }
    }
    const users = Array.from({ length: 8 }, user)
    const more = async (count: number) => {
      const enough = acknowledged.length + count
      await expect.poll(() => acknowledged.length).toBeGreaterThan(enough)
    }
    await more(20)
    await extra.stop("SIGTERM")
    all.pop()
    await more(20)
    isOver = true
    await Promise.all(users)
    for (const id of acknowledged) expect((await service.call(callers.a, "GET", `/customers/${id}`)).status).toBe(200)
    expect(refused).toBeLessThan(acknowledged.length)
  })

  it("O4 I15: the count of wrong codes survives the kill of a node", async () => {
    const extra = await startNode(server.url())
    const there = serviceOf(() => [extra])
    const { credentialId } = await there.customer(callers.a)
    const path = `/auth/credentials/${credentialId}/verify`
    const wrong = await answerTo(there, callers.a, credentialId, "999999", keyPair())
    for (let nth = 0; nth < 5; nth += 1) {
      const { body } = await there.call(callers.a, "POST", path, { body: wrong.body })
      expect(body.reason).toBe("Invalid OTP code")
    }
    await extra.stop("SIGKILL")
    const { body } = await service.call(callers.a, "POST", path, { body: wrong.body })
    expect(body.reason).toBe("Too many wrong OTP codes")
  })

  it("leaves its sessions valid on the other nodes", async () => {
    const extra = await startNode(server.url())
    const there = serviceOf(() => [extra])
    const { accountId, credentialId } = await there.customer(callers.a)
    const opened = await session(there, callers.a, credentialId)
    await extra.stop("SIGKILL")
    const listed = await service.call(callers.a, "GET", `/auth/sessions?accountId=${accountId}`)
    expect(listed.body.data.map(({ id }: { readonly id: string }) => id)).toEqual([opened.session.id])
  })
})
