import { once } from "node:events"
import { existsSync, readFileSync, statSync } from "node:fs"
import { type IncomingMessage, request } from "node:http"
import type { AddressInfo } from "node:net"
import { createServer } from "node:net"
import { dirname, join } from "node:path"
import { testDatabase } from "@countersign/harness/postgres"
import { runCommand } from "@countersign/harness/told"
import { describe, expect, it } from "vitest"
import { emptyPlace, startDev, startSandbox } from "./sandbox.ts"

const database = testDatabase({ isEmpty: true })

describe("countersign dev", () => {
  it("prints its settings and development defaults, and leaves nothing behind when it is stopped", async () => {
    const env = emptyPlace()
    const { ended, said: printed, stop } = await startDev(env)
    expect(printed.out).toMatch(/Base URL {6}http:\/\/127\.0\.0\.1:\d+\/2025-10-13\n/u)
    expect(printed.out).toMatch(/Token secret {2}[0-9a-f]{48}\n/u)
    for (const option of ["tokens", "keys", "store"]) expect(printed.out).toMatch(new RegExp(`^  ${option} `, "mu"))
    expect(printed.out).toContain("npx @countersign/cli login")
    expect(statSync(env.SANDBOX_FILE).mode & 0o777).toBe(0o600)
    await stop()
    expect([await ended, printed.err, existsSync(env.SANDBOX_FILE)]).toEqual([0, "", false])
  })

  it("writes one line of JSON once it listens, with all that a client needs", async () => {
    const { said: printed, server, stop } = await startSandbox(emptyPlace())
    expect(printed.out.trim().split("\n")).toHaveLength(1)
    const authorization = `Basic ${btoa(`${server.token.id}:${server.token.secret}`)}`
    const answer = await fetch(`${server.baseUrl}/customers`, { headers: { authorization } })
    expect([answer.status, await answer.json()]).toEqual([200, { data: [], hasMore: false, totalCount: 0 }])
    expect((await fetch(`${server.baseUrl}/docs`)).headers.get("content-type")).toContain("text/html")
    expect(await stop()).toBe(0)
  })

  it("FC21: reads the stamp under each name of --signature-header, prints them, and rejects an invalid header name", async () => {
    const words = await startDev(emptyPlace(), ["--signature-header", "Wallet-Signature", "X-Stamp"])
    expect(words.said.out).toContain("  Signature     Service-Wallet-Signature, Wallet-Signature, X-Stamp\n")
    const [, baseUrl = ""] = /Base URL +(\S+)/u.exec(words.said.out) ?? []
    const [, id = ""] = /Token id +(\S+)/u.exec(words.said.out) ?? []
    const [, secret = ""] = /Token secret +(\S+)/u.exec(words.said.out) ?? []
    const authorization = `Basic ${btoa(`${id}:${secret}`)}`
    // A stamp under two of its names is refused, because the server reads both.
    const headers = { authorization, "x-stamp": "a", "wallet-signature": "b" }
    const answer = await fetch(`${baseUrl}/customers`, { headers })
    expect([answer.status, (await answer.json()).reason]).toEqual([400, "Duplicate header"])
    await words.stop()
    const refused = await runCommand(["dev", "--signature-header", "a b"], emptyPlace())
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("It must be a header name")])
  })

  it("GA18: serves only requests that name this machine and its port, as a page with a rebound name does not", async () => {
    const { server, stop } = await startSandbox(emptyPlace())
    const { port } = new URL(server.baseUrl)
    const statusOf = async (host: string) => {
      const asked = request({ host: "127.0.0.1", port, path: "/health/live", headers: { host } }).end()
      const [answer]: ReadonlyArray<IncomingMessage> = await once(asked, "response")
      answer?.resume()
      return answer?.statusCode
    }
    for (const name of ["localhost", "LOCALHOST", "127.0.0.1", "[::1]"]) {
      expect([name, await statusOf(`${name}:${port}`)]).toEqual([name, 200])
      expect([name, await statusOf(`${name}:${Number(port) + 1}`), await statusOf(name)]).toEqual([name, 421, 421])
    }
    const names = [
      "evil.example",
      "localhost.evil.example",
      "evil.example:80@localhost",
      "0.0.0.0",
      "127.0.0.2",
      "[::]"
    ]
    for (const name of [...names, "localhost.", "[::1].evil.example", ""]) {
      expect([name, await statusOf(`${name}:${port}`)]).toEqual([name, 421])
    }
    await stop()
  })

  it("is found by the commands of a second shell until it ends", async () => {
    const env = emptyPlace()
    const { stop } = await startSandbox(env)
    expect((await runCommand(["sandbox", "advance", "1s"], env)).code).toBe(0)
    expect((await runCommand(["webhooks", "list"], env)).out).toBe("There are no deliveries.\n")
    expect((await runCommand(["doctor"], env)).out).toBe(
      "ok     SERVICE\nok     TRANSPORT\nok     CLOCK\nok     TOKEN\n"
    )
    // The environment takes precedence, and that service does not receive the sandbox's token.
    const { code, err } = await runCommand(["webhooks", "list"], { ...env, COUNTERSIGN_URL: "http://127.0.0.1:1/x" })
    expect([code, err]).toEqual([1, expect.stringContaining("COUNTERSIGN_TOKEN=id:secret")])
    await stop()
    expect((await runCommand(["webhooks", "list"], env)).err).toMatch(
      /^No sandbox is running\. .*npx @countersign\/cli dev/u
    )
  })

  it("stores its records and its token in the database of DATABASE_URL", async () => {
    const env = { ...emptyPlace(), DATABASE_URL: database.url() }
    const first = await startSandbox(env)
    const login = await runCommand(["login", "--json"], env)
    expect([login.code, login.err]).toEqual([0, ""])
    await first.stop()
    const second = await startSandbox(env)
    expect(second.server.token).toEqual(first.server.token)
    const account: string = JSON.parse(login.out).accountId
    expect((await runCommand(["login", "--account", account, "--quiet"], env)).out).toMatch(/^Signed in\. Session:/u)
    await second.stop()
    expect(statSync(join(dirname(env.SANDBOX_FILE), "secrets.json")).mode & 0o777).toBe(0o600)
    const memory = await startDev(env, ["--memory"])
    expect(memory.said.out).toContain("Records       in memory")
    await memory.stop()
  })

  it("reports a remedy when its port is taken, its folder is locked, or its database is missing", async () => {
    const occupied = createServer().listen(0, "127.0.0.1")
    await once(occupied, "listening")
    const { port } = occupied.address() as AddressInfo
    expect((await runCommand(["dev", "--port", String(port)], emptyPlace())).err).toBe(
      `Port ${port} is not free. Choose another: npx @countersign/cli dev --port 4200\n`
    )
    occupied.close()
    const env = emptyPlace()
    const first = await startSandbox(env)
    expect(readFileSync(env.SANDBOX_FILE, "utf8")).toContain(first.server.baseUrl)
    const dead = await runCommand(["dev", "--port", "0"], {
      ...emptyPlace(),
      DATABASE_URL: "postgres://u:s3cret@127.0.0.1:1/x"
    })
    expect([dead.code, dead.err]).toEqual([1, expect.stringContaining("The database cannot be used: connect ECONNREF")])
    expect(dead.err).not.toContain("s3cret")
    expect((await runCommand(["dev", "--port", "http"], env)).code).toBe(2)
    await first.stop()
  })
})
