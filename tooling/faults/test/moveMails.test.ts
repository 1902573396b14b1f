import { testDatabase } from "@countersign/harness/postgres"
import { figure, rounds } from "@countersign/harness/rounds"
import { runCommand } from "@countersign/harness/told"
import { type Answer, callers, makeWorld, tokenOptions } from "@countersign/harness/world"
import { postgres } from "@countersign/postgres"
import { routed } from "countersign/effect"
import { expect, it, onTestFinished } from "vitest"
import { keepDoing } from "./keepDoing.ts"

const [one, two] = [testDatabase(), testDatabase()]
/** Mails before the move and after it. */
const AROUND = rounds(100, 10)

it("mails each code that was acknowledged once, while its platform moves to another database", {
  timeout: 1_200_000
}, async () => {
  const mails: Array<string> = []
  const route: { alpha: "one" | "two" } = { alpha: "one" }
  const startNode = () => {
    const world = makeWorld({
      clock: "real",
      logs: "none",
      tokens: tokenOptions.filter(({ mode }) => mode === "production"),
      mailer: { sendCode: async ({ to }) => void mails.push(to) },
      store: routed({
        databases: {
          one: postgres({ pool: one.pool({ max: 6 }), timeout: 60_000 }),
          two: postgres({ pool: two.pool({ max: 6 }), timeout: 60_000 })
        },
        of: ({ platformId }) => (platformId === "alpha" ? route.alpha : "one")
      })
    })
    onTestFinished(() => world.countersign.close())
    return world
  }
  const asked = new Map<string, Answer>()
  const load = keepDoing([startNode(), startNode()], async (world, nth) => {
    const email = `person${nth}@example.com`
    const call = (method: string, path: string, body?: object) =>
      world.call(callers.live, method, path, body === undefined ? {} : { body })
    const made = await call("POST", "/customers", { customerType: "INDIVIDUAL", email })
    if (made.status !== 201) return made
    const wallets = await call("GET", `/internal-accounts?customerId=${made.body.id}&type=EMBEDDED_WALLET`)
    const list = await call("GET", `/auth/credentials?accountId=${wallets.body.data[0].id}`)
    const mailed = await call("POST", `/auth/credentials/${list.body.data[0].id}/challenge`)
    asked.set(email, mailed)
    return mailed
  })
  const more = async () => {
    const goal = load.done.length + AROUND
    await expect.poll(() => load.done.length, { timeout: 400_000 }).toBeGreaterThanOrEqual(goal)
  }
  const command = (last = "") =>
    runCommand(`move --json --platform alpha --from ${one.url()} --to ${two.url()} ${last}`.trim().split(" "))

  await more()
  expect(await command()).toMatchObject({ code: 3, err: "" })
  route.alpha = "two"
  expect(await command("--open")).toMatchObject({ code: 0, err: "" })
  await more()
  await load.stop()

  expect(load.odd).toEqual([])
  expect(load.refused.length).toBeGreaterThan(0)
  const times = (email: string) => mails.filter((to) => to === email).length
  const acknowledged = [...asked].filter(([, { status }]) => status === 200).map(([email]) => email)
  await expect
    .poll(() => acknowledged.filter((email) => times(email) > 0).length, { timeout: 300_000 })
    .toBe(acknowledged.length)
  expect([...asked.keys()].filter((email) => times(email) > 1)).toEqual([])
  figure(`a move: ${acknowledged.length} codes acknowledged, each mailed once; ${load.refused.length} calls refused`)
})
