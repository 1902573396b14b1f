import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"

const dist = new URL("../dist/", import.meta.url).pathname
const running: Array<ChildProcess> = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL")
})

/** A command as `npm start` and `npm run login` run it, after their build. */
const run = (name: string, env: Record<string, string>) => {
  const child = spawn(process.execPath, [join(dist, name)], { env: { ...process.env, ...env } })
  running.push(child)
  const said = { text: "" }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      said.text += String(chunk)
    })
  }
  return { child, said, ended: once(child, "exit").then(([code]) => Number(code)) }
}
const file = () => join(mkdtempSync(join(tmpdir(), "countersign-")), "sandbox.json")

describe("npm start and npm run login", () => {
  it("start a sandbox that prints what one needs, sign in from a second process, and stop cleanly", async () => {
    const SANDBOX_FILE = file()
    const server = run("main.js", { PORT: "0", SANDBOX_FILE })
    await expect.poll(() => server.said.text, { timeout: 20_000 }).toContain("npm run login")
    expect(server.said.text).toMatch(/Base URL\s+http:\/\/127\.0\.0\.1:\d+\/2025-10-13\n/u)
    expect(server.said.text).toMatch(/Token id\s+sandbox\n\s+Token secret\s+[0-9a-f]{48}\n\s+Docs\s+http:\S+\/docs\n/u)
    for (const option of ["tokens", "keys", "store"])
      expect(server.said.text).toMatch(new RegExp(`^  ${option} `, "mu"))
    const login = run("login.js", { SANDBOX_FILE })
    expect(await login.ended).toBe(0)
    expect(login.said.text).toMatch(/Signed in\. Session:[0-9a-f-]{36} is active until /u)
    server.child.kill("SIGTERM")
    expect(await server.ended).toBe(0)
  })

  it("say what to do when no sandbox runs, or its port is taken", async () => {
    const login = run("login.js", { SANDBOX_FILE: file() })
    expect(await login.ended).toBe(1)
    expect(login.said.text.trim()).toBe("No sandbox is running. Start one in another shell: npm start")
    const taken = createServer().listen(0, "127.0.0.1")
    await once(taken, "listening")
    const address = taken.address()
    const port = typeof address === "object" ? String(address?.port) : ""
    const server = run("main.js", { PORT: port, SANDBOX_FILE: file() })
    expect(await server.ended).toBe(1)
    expect(server.said.text.trim()).toBe(`Port ${port} is not free. Choose another: PORT=4200 npm start`)
    taken.close()
  })
})
