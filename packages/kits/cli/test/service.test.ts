import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { runCommand } from "@countersign/harness/told"
import { nodeBridge } from "@countersign/http/node"
import { createCountersign, secretDigest } from "countersign"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { emptyPlace } from "./sandbox.ts"

const START = Date.parse("2026-03-01T12:00:00.000Z")
const countersign = createCountersign({
  tokens: ["alpha", "beta"].map((platformId) => ({
    id: platformId,
    secretSha256: secretDigest("s:e"),
    platformId,
    mode: "sandbox"
  })),
  keys: { vault: "11".repeat(32), service: "22".repeat(32) },
  logs: "none",
  now: () => START
})
const sandbox = countersign.api.in({ platformId: "alpha", mode: "sandbox" })
const server = createServer({ keepAliveTimeout: 600_000 }, nodeBridge(countersign.handler))
let env: Record<string, string> = {}

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo
  env = { COUNTERSIGN_URL: `http://127.0.0.1:${port}/2025-10-13/`, COUNTERSIGN_TOKEN: "alpha:s:e" }
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await countersign.close()
})

const account = async () => {
  const customer = await sandbox.customers.create({ customerType: "INDIVIDUAL" })
  const { data } = await sandbox.internalAccounts.list({ customerId: customer.id, currency: "USD" })
  return String(data[0]?.id)
}

describe("countersign sandbox", () => {
  it.each([
    ["30s", 30_000],
    ["6 minutes", 360_000],
    ["1h", 3_600_000],
    ["2 days", 172_800_000]
  ])("advances the clock by %s", async (duration, millis) => {
    const { out: before } = await runCommand(["sandbox", "advance", "1s", "--json"], env)
    const { code, out } = await runCommand(["sandbox", "advance", duration, "--json"], env)
    expect([code, Date.parse(JSON.parse(out).now) - Date.parse(JSON.parse(before).now)]).toEqual([0, millis])
  })

  it("funds an internal account, with output as text or JSON", async () => {
    const id = await account()
    expect(await runCommand(["sandbox", "fund", id, "500"], env)).toEqual({
      code: 0,
      err: "",
      out: `The balance of ${id} is 500 USD.\n`
    })
    const { out } = await runCommand(["sandbox", "fund", id, "1", "--json"], env)
    expect(JSON.parse(out).balance.amount).toBe(501)
  })

  it("reports which argument is wrong, before any request", async () => {
    for (const args of [["advance", "soon"], ["advance", "-5s"], ["fund", "x", "5.00"], ["fund", "x"], ["send"]]) {
      expect((await runCommand(["sandbox", ...args], env)).code).toBe(2)
    }
  })

  it("reports a refusal of the service, with the field", async () => {
    const none = await runCommand(["sandbox", "fund", "InternalAccount:01890000-0000-7000-8000-000000000000", "5"], env)
    expect([none.code, none.err]).toEqual([1, expect.stringMatching(/^404 REFERENCE_NOT_FOUND: No internal account/u)])
    const field = await runCommand(["sandbox", "send", "q", "USD"], env)
    expect([field.code, field.err]).toEqual([1, expect.stringMatching(/^400 INVALID_INPUT.*\n {2}quoteId: /u)])
    const wrong = await runCommand(["sandbox", "advance", "1s", "--token", "alpha:other"], env)
    expect(wrong.err).toMatch(/^401 UNAUTHORIZED \(API credentials refused\): The API token is missing/u)
    expect(wrong.err).not.toContain("other")
  })
})

describe("countersign webhooks", () => {
  it("lists deliveries, and sends one again", async () => {
    await account()
    const { code, out } = await runCommand(["webhooks", "list", "--json", "--limit", "5"], env)
    const [delivery] = JSON.parse(out).data
    expect([code, delivery.id]).toEqual([0, expect.stringMatching(/^Webhook:/u)])
    const listed = await runCommand(["webhooks", "list", "--limit", "5"], env)
    expect(listed.out).toContain(delivery.id)
    expect(listed.out).toContain(delivery.type)
    expect((await runCommand(["webhooks", "list", "--status", "DELIVERED"], env)).out).toBe(
      "There are no deliveries.\n"
    )
    expect((await runCommand(["webhooks", "list", "--status", "LOST"], env)).code).toBe(2)
    const repeated = await runCommand(["webhooks", "redrive", delivery.id], env)
    expect([repeated.code, repeated.out]).toEqual([0, `${delivery.id} is PENDING, and will be sent now.\n`])
  })

  it("sends several again, shows progress on a terminal, and reports when none was given up", async () => {
    const { data } = JSON.parse((await runCommand(["webhooks", "list", "--json", "--limit", "3"], env)).out)
    const ids: ReadonlyArray<string> = data.map(({ id }: { id: string }) => id)
    const watched = await runCommand(["webhooks", "redrive", ...ids], env, { isWatched: true })
    expect(watched.out.trim().split("\n")).toHaveLength(ids.length)
    expect(watched.err).toContain(`Sending again … ${ids.length - 1} of ${ids.length}, 0 s`)
    expect(watched.err.endsWith("\r\u001b[2K")).toBe(true)
    const json = await runCommand(["webhooks", "redrive", ...ids, "--json"], env)
    expect([json.err, JSON.parse(json.out).data.length]).toEqual(["", ids.length])
    // The platform has no webhook endpoint, so deliveries are given up quickly.
    const listed = async (...args: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
      const { out } = await runCommand(["webhooks", ...args, "--json"], env)
      return JSON.parse(out).data.map(({ id }: { id: string }) => id)
    }
    await expect.poll(() => listed("list", "--status", "PENDING")).toEqual([])
    const givenUp = await listed("list", "--status", "GIVEN_UP", "--limit", "100")
    expect(givenUp).toEqual(expect.arrayContaining([...ids]))
    expect(await listed("redrive", "--given-up")).toEqual(givenUp)
    const nothing = { ...env, COUNTERSIGN_TOKEN: "beta:s:e" }
    expect((await runCommand(["webhooks", "redrive", "--given-up"], nothing)).out).toBe("There are no deliveries.\n")
    expect((await runCommand(["webhooks", "redrive"], env)).err).toBe("Pass deliveries, or --given-up\n")
  })
})

describe("a command that calls a service", () => {
  it("reports which setting is missing: the address or the token", async () => {
    expect((await runCommand(["webhooks", "list"], emptyPlace())).err).toMatch(
      /^No sandbox is running\. .*COUNTERSIGN_URL=/u
    )
    const { COUNTERSIGN_URL = "" } = env
    expect((await runCommand(["webhooks", "list"], { COUNTERSIGN_URL })).err).toMatch(/^Pass an API token/u)
  })

  it("reports when no service or another one answers, and shows no secret of the address", async () => {
    const dead = await runCommand(["webhooks", "list", "--url", "http://user:hidden@127.0.0.1:1/2025-10-13"], env)
    expect([dead.code, dead.err]).toEqual([1, expect.stringMatching(/^No service answers at/u)])
    expect(dead.err).not.toContain("hidden")
    const other = await runCommand(
      ["webhooks", "list", "--url", String(env.COUNTERSIGN_URL).replace(/\/2025.*/u, "")],
      env
    )
    expect([other.code, other.err]).toEqual([1, expect.stringMatching(/404 /u)])
    expect((await runCommand(["webhooks", "list", "--url", "nonsense"], env)).err).toMatch(
      /^No service answers at this address, which is not a URL/u
    )
  })
})
