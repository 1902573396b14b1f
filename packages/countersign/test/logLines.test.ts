import { readFileSync } from "node:fs"
import { format } from "node:util"
import { answerTo, callers, keyPair, makeWorld, session } from "@countersign/harness/world"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

const lines: Array<string> = []
beforeEach(() => {
  lines.length = 0
  vi.spyOn(console, "log").mockImplementation((...parts) => void lines.push(format(...parts)))
})
afterEach(() => void vi.restoreAllMocks())

const lineOf = (text: string) => lines.find((line) => line.includes(text)) ?? `no line has "${text}"`
const failing = async () => {
  throw new Error("the session store is down")
}

describe("GU9: the lines of the log", () => {
  it("are those that the guide for operators shows: each a text, its fields, and the stack of a defect", async () => {
    const guide = readFileSync(new URL("../../../docs/guides/operations.md", import.meta.url), "utf8")
    const [, shown = ""] = /```json output=logs\n(.*?)```/su.exec(guide) ?? []
    const mailer = { sendCode: async () => Promise.reject(new Error("421 try again later")) }
    const world = makeWorld({ logs: "json", mailer, policy: { emailChange: "immediate" } })
    const { credentialId } = await world.customer(callers.a, "ada@example.com")
    await session(world, callers.a, credentialId)
    const { body } = await answerTo(world, callers.a, credentialId, "111111", keyPair())
    await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/verify`, { body })
    await world.countersign.forUser(failing)(new Request("http://x/2025-10-13/customers"))
    const live = await world.customer(callers.live, "bob@example.com")
    await world.call(callers.live, "POST", `/auth/credentials/${live.credentialId}/challenge`)
    await expect.poll(() => lineOf("a delivery failed")).toContain("WARN")
    await world.countersign.close()
    const texts = shown
      .trimEnd()
      .split("\n")
      .map((line) => String(JSON.parse(line).message))
    expect(texts).toHaveLength(6)
    expect(texts.map((message) => masked(lineOf(`"message":"${message}"`)))).toEqual(
      shown.trimEnd().split("\n").map(masked)
    )
    expect(lines.map((line) => typeof JSON.parse(line).message)).toEqual(lines.map(() => "string"))
    expect(lines.join("\n")).not.toMatch(/ada@example|bob@example|111111/u)
  })

  it.each(["json", "pretty"] as const)(
    "name the incident of a 500 with the stack of the host's function, as %s",
    async (logs) => {
      const { countersign } = makeWorld({ logs })
      const options = { platformId: "alpha", mode: "sandbox", signIn: failing } as const
      for (const users of [countersign.forUser(failing), countersign.forVisitor(failing, options)]) {
        lines.length = 0
        const response = await users(new Request("http://x/2025-10-13/customers"))
        const { code, details } = await response.json()
        expect([response.status, code]).toEqual([500, "INTERNAL_ERROR"])
        const logged = lines.join("\n")
        expect(logged).toContain(details.incident)
        // The id that the caller quotes to the platform.
        expect(logged).toContain(response.headers.get("x-request-id") ?? "no request id")
        expect(response.headers.get("cache-control")).toBe("no-store")
        expect(logged).toMatch(/Error: the session store is down(?:\\n|\n) +at failing \(.*logLines\.test\.ts/u)
      }
      await countersign.close()
    }
  )

  it("have the id that a proxy has given to the call whose user the host could not find", async () => {
    const world = makeWorld({ logs: "json", acceptRequestId: true })
    const headers = { "x-request-id": "proxy-17" }
    const response = await world.countersign.forUser(failing)(new Request("http://x/2025-10-13/customers", { headers }))
    await world.countersign.close()
    const line = JSON.parse(lineOf("the session store is down"))
    expect([response.headers.get("x-request-id"), line.requestId, line.level]).toEqual([
      ...["proxy-17", "proxy-17", "ERROR"]
    ])
  })

  it("are one for each call of an authenticated caller, with its request id, and none for an anonymous one", async () => {
    const world = makeWorld({ logs: "json" })
    const served = await world.call(callers.a, "GET", "/customers")
    const refused = await world.call(callers.a, "GET", "/customers?limit=0")
    await world.call(undefined, "GET", "/customers")
    await world.countersign.close()
    expect(lines.map((line) => JSON.parse(line)).filter(({ route }) => route === "/customers")).toMatchObject([
      { requestId: served.headers.get("x-request-id"), environment: "sandbox/alpha", method: "GET", status: 200 },
      { requestId: refused.headers.get("x-request-id"), code: "INVALID_INPUT", status: 400 }
    ])
  })
})

/** A line without what differs between two runs. */
const masked = (line: string): string =>
  line
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gu, "UUID")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, "TIME")
    .replaceAll(/"ms":\d+/gu, '"ms":MS')
    .replaceAll(/(?:\\n +at [^"]*)/gu, " STACK")
