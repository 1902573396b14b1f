import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { testDatabase } from "@countersign/harness/postgres"
import { shared } from "@countersign/harness/shared"
import { afterEach, beforeAll, describe, expect, inject, it } from "vitest"

const database = testDatabase({ isEmpty: true })
const program = (name: string) => new URL(name, import.meta.url).pathname
/** The command of `npm start`, in one file for the many starts. The first test starts it as `npm start` does. */
let START: ReadonlyArray<string> = []
beforeAll(async () => {
  START = [(await shared(inject("harness"), "/sandbox")).file, "dev", "--embedded"]
})
const LOGIN = [program("../../../packages/kits/cli/bin/countersign.js"), "login"]
const running: Array<ChildProcess> = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL")
})

/** Runs a command as `npm start` and `npm run login` do after their build. */
const run = (command: ReadonlyArray<string>, env: Record<string, string>, args: ReadonlyArray<string> = []) => {
  const child = spawn(process.execPath, [...command, ...args], {
    env: { ...process.env, COUNTERSIGN_STARTED_BY: "npm start", ...env }
  })
  running.push(child)
  const printed = { text: "" }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      printed.text += String(chunk)
    })
  }
  return { child, said: printed, ended: once(child, "exit").then(([code, signal]) => code ?? signal) }
}
const file = () => {
  const folder = mkdtempSync(join(tmpdir(), "countersign-"))
  // PostgreSQL does not run as root, even if the tests do.
  chmodSync(folder, 0o755)
  return join(folder, "sandbox.json")
}

/** The sandbox of several tests: to create a database takes longer than a start on one that is there. */
const stored = file()

const pidFileOf = (sandboxFile: string): string => join(dirname(sandboxFile), "postgres", "postmaster.pid")

/** The pid of its database server, or 0 if no server is running. */
const postmasterOf = (sandboxFile: string): number => {
  try {
    return Number(readFileSync(pidFileOf(sandboxFile), "utf8").split("\n")[0])
  } catch {
    return 0
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A running sandbox, and the API calls of an integration. */
const started = async (env: Record<string, string> & { readonly SANDBOX_FILE: string }) => {
  const server = run(START, { PORT: "0", ...env })
  await expect.poll(() => server.said.text).toContain("npm run login")
  const { baseUrl, bundleSigner, token } = JSON.parse(readFileSync(env.SANDBOX_FILE, "utf8"))
  const authorization = `Basic ${Buffer.from(`${token.id}:${token.secret}`).toString("base64")}`
  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization, "content-type": "application/json" }
    const response = await fetch(baseUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return { status: response.status, body: await response.json() }
  }
  return { ...server, call, bundleSigner, token }
}
const ada = { customerType: "INDIVIDUAL", email: "ada@example.com" }

describe("npm start and npm run login", () => {
  it("start a sandbox that prints its settings, sign in from a second process, and stop cleanly", async () => {
    const SANDBOX_FILE = file()
    // FU1: the commands of package.json, which compile nothing.
    const server = run([program("../run.mjs"), "start"], { PORT: "0", SANDBOX_FILE }, [
      "--memory",
      ...["--signature-header", "Wallet-Signature"]
    ])
    await expect.poll(() => server.said.text).toContain("npm run login")
    expect(server.said.text).toMatch(/^Starting the sandbox: bundling /u)
    // FC21
    expect(server.said.text).toMatch(/Signature\s+Service-Wallet-Signature, Wallet-Signature\n/u)
    const [, page = ""] = /Wallet page\s+(http:\/\/localhost:\d+\/)\n/u.exec(server.said.text) ?? []
    expect((await fetch(page)).status).toBe(200)
    const [, operator = ""] = /Operator page\s+(http:\/\/localhost:\d+\/operator\/)\n/u.exec(server.said.text) ?? []
    expect((await fetch(operator)).status).toBe(200)
    expect((await (await fetch(`${page}wallet/me`)).json()).bundleSigner).toMatch(/^04[0-9a-f]{128}$/u)
    expect(server.said.text).toMatch(/Base URL\s+http:\/\/127\.0\.0\.1:\d+\/2025-10-13\n/u)
    expect(server.said.text).toMatch(/Token id\s+sandbox\n\s+Token secret\s+[0-9a-f]{48}\n\s+Docs\s+http:\S+\/docs\n/u)
    for (const option of ["tokens", "keys", "store"])
      expect(server.said.text).toMatch(new RegExp(`^  ${option} `, "mu"))
    const login = run([program("../run.mjs"), "login"], { SANDBOX_FILE })
    expect(await login.ended).toBe(0)
    expect(login.said.text).toMatch(/Signed in\. Session:[0-9a-f-]{36} is active until /u)
    server.child.kill("SIGTERM")
    expect(await server.ended).toBe(0)
    const { scripts } = JSON.parse(readFileSync(program("../../../package.json"), "utf8"))
    for (const name of ["start", "login"]) expect(scripts[name]).toBe(`node examples/sandbox-server/run.mjs ${name}`)
  })

  it("report what to do when no sandbox is running, or its port is in use, and exit with 1 (GS1)", async () => {
    const login = run(LOGIN, { SANDBOX_FILE: file() })
    expect(await login.ended).toBe(1)
    expect(login.said.text).toMatch(
      /^No sandbox is running\. Start one in another shell: npx @countersign\/cli dev, or set/u
    )
    const occupied = createServer().listen(0, "127.0.0.1")
    await once(occupied, "listening")
    const address = occupied.address()
    const port = typeof address === "object" ? String(address?.port) : ""
    for (const more of [["--memory"], []]) {
      const server = run(START, { PORT: port, SANDBOX_FILE: file() }, more)
      expect(await server.ended).toBe(1)
      expect(server.said.text.trim()).toBe(`Port ${port} is not free. Choose another: PORT=4200 npm start`)
    }
    occupied.close()
  })

  it("I11: retain customers, token and keys after a stop and after a kill -9", async () => {
    const SANDBOX_FILE = stored
    const first = await started({ SANDBOX_FILE })
    expect(first.said.text).toContain("Records       in PostgreSQL, files in ")
    // There are no warnings, except that webhooks may be sent to this machine, which a local sandbox allows on purpose.
    expect(first.said.text).not.toMatch(/generated at this start|all data is lost/u)
    expect(first.said.text).toContain("webhooks.allowPrivate")
    const customer = await first.call("POST", "/customers", ada)
    expect(customer.status).toBe(201)
    first.child.kill("SIGTERM")
    expect(await first.ended).toBe(0)

    const second = await started({ SANDBOX_FILE })
    expect([second.token, second.bundleSigner]).toEqual([first.token, first.bundleSigner])
    expect((await second.call("GET", `/customers/${customer.body.id}`)).status).toBe(200)
    const other = await second.call("POST", "/customers", { ...ada, email: "grace@example.com" })
    second.child.kill("SIGKILL")
    await once(second.child, "exit")

    // Its database server is still running and locks the data folder.
    const third = await started({ SANDBOX_FILE })
    for (const { body } of [customer, other]) {
      expect((await third.call("GET", `/customers/${body.id}`)).status).toBe(200)
    }
    const login = run(LOGIN, { SANDBOX_FILE })
    expect(await login.ended).toBe(0)

    const rival = run(START, { PORT: "0", SANDBOX_FILE })
    expect(await rival.ended).toBe(1)
    expect(rival.said.text).toContain("A sandbox is already running here")
    expect((await third.call("GET", "/customers")).status).toBe(200)
    third.child.kill("SIGTERM")
    expect(await third.ended).toBe(0)
  })

  it("shut down cleanly after one signal, two signals, or a signal during the start", async () => {
    const SANDBOX_FILE = stored
    const server = await started({ SANDBOX_FILE })
    const pid = postmasterOf(SANDBOX_FILE)
    // A terminal signals the whole process group, and npm forwards the signal to its child once more.
    server.child.kill("SIGINT")
    await new Promise((resolve) => setTimeout(resolve, 5))
    server.child.kill("SIGINT")
    server.child.kill("SIGTERM")
    expect(await server.ended).toBe(0)
    expect(isAlive(pid)).toBe(false)

    const early = run(START, { PORT: "0", SANDBOX_FILE })
    await expect.poll(() => postmasterOf(SANDBOX_FILE), { interval: 5 }).toBeGreaterThan(0)
    const initial = postmasterOf(SANDBOX_FILE)
    early.child.kill("SIGTERM")
    expect(await early.ended).toBe(0)
    expect(isAlive(initial)).toBe(false)
  })

  it("do not stop a program that has the pid of a crashed database", async () => {
    const SANDBOX_FILE = stored
    const first = await started({ SANDBOX_FILE })
    // The state after a power cut: the lock file exists, but no process has its pid.
    for (const pid of [postmasterOf(SANDBOX_FILE), Number(first.child.pid)]) process.kill(pid, "SIGKILL")
    await first.ended
    const stale = readFileSync(pidFileOf(SANDBOX_FILE), "utf8")
    const bystander = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"])
    running.push(bystander)
    writeFileSync(pidFileOf(SANDBOX_FILE), stale.replace(/^\d+/u, String(bystander.pid)))
    const second = await started({ SANDBOX_FILE })
    expect([bystander.exitCode, bystander.signalCode]).toEqual([null, null])
    second.child.kill("SIGTERM")
    expect(await second.ended).toBe(0)
  })

  it("only one of several concurrent starts gets the folder, and its database stays up", async () => {
    const SANDBOX_FILE = file()
    for (const isFirst of [false, true]) {
      const rivals = [run(START, { PORT: "0", SANDBOX_FILE })]
      if (isFirst) await expect.poll(() => postmasterOf(SANDBOX_FILE), { interval: 5 }).toBeGreaterThan(0)
      for (let more = 0; more < 2; more += 1) rivals.push(run(START, { PORT: "0", SANDBOX_FILE }))
      const isUp = ({ said: printed }: (typeof rivals)[number]) => printed.text.includes("npm run login")
      await expect.poll(() => rivals.filter(isUp).length).toBe(1)
      for (const rival of rivals.filter((one) => !isUp(one))) {
        expect([await rival.ended, rival.said.text]).toEqual([
          1,
          expect.stringContaining("A sandbox is already running here")
        ])
      }
      const login = run(LOGIN, { SANDBOX_FILE })
      expect([await login.ended, login.said.text]).toEqual([0, expect.stringContaining("Signed in")])
      const winner = rivals.find(isUp)
      winner?.child.kill("SIGTERM")
      expect(await winner?.ended).toBe(0)
    }
  })

  it("use any PostgreSQL by DATABASE_URL, and report one that is unreachable", async () => {
    const SANDBOX_FILE = file()
    const server = await started({ SANDBOX_FILE, DATABASE_URL: database.url() })
    expect(server.said.text).toContain("in the database of DATABASE_URL")
    expect((await server.call("POST", "/customers", ada)).status).toBe(201)
    server.child.kill("SIGTERM")
    expect(await server.ended).toBe(0)
    const repeated = await started({ SANDBOX_FILE, DATABASE_URL: database.url() })
    expect((await repeated.call("GET", "/customers")).body.data).toHaveLength(1)
    repeated.child.kill("SIGTERM")
    const unknown = run(START, {
      PORT: "0",
      SANDBOX_FILE: file(),
      DATABASE_URL: "postgres://u:s3cret@127.0.0.1:1/x"
    })
    expect(await unknown.ended).toBe(1)
    expect(unknown.said.text).toContain("The database cannot be used: connect ECONNREFUSED")
    expect(unknown.said.text).not.toContain("s3cret")
  })

  it("reject an unknown option, an invalid port, and damaged secrets", async () => {
    const SANDBOX_FILE = file()
    const typo = run(START, { PORT: "0", SANDBOX_FILE }, ["--memroy"])
    expect([await typo.ended, typo.said.text]).toEqual([2, expect.stringContaining("unknown option '--memroy'")])
    const named = run(START, { PORT: "http", SANDBOX_FILE }, ["--memory"])
    expect([await named.ended, named.said.text]).toEqual([1, 'PORT must be a number from 0 to 65535, but is "http"\n'])
    writeFileSync(join(dirname(SANDBOX_FILE), "secrets.json"), "{}")
    const damaged = run(START, { PORT: "0", SANDBOX_FILE })
    expect([await damaged.ended, damaged.said.text]).toEqual([1, expect.stringContaining("secrets.json is damaged")])
  })
})
