import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { localRegistry } from "@countersign/harness/localRegistry"
import { freePort, testDatabase } from "@countersign/harness/postgres"
import { afterAll, describe, expect, inject, it } from "vitest"
import { installedHost } from "./service.ts"
import { shell } from "./shell.ts"

const database = testDatabase({ isEmpty: true })
await installedHost()
// What the tutorial installs, and nothing else: an import of another package would not be found.
const registry = await localRegistry(join(dirname(inject("host")), "host-packed"))
afterAll(() => registry.close())

/** The browser of the program's user, which Node loads before the program. */
const browser = `--import=${new URL("../programs/browser.mjs", import.meta.url).href}`

/** Follows a quick start in an empty folder: its commands, and one program. Prints what they cost. */
const walked = async (name: string, packages: ReadonlyArray<string>) => {
  const folder = join(dirname(inject("host")), `walk-${name}`)
  mkdirSync(folder)
  const program = readFileSync(fileURLToPath(new URL(`../programs/${name}.mts`, import.meta.url)), "utf8")
  writeFileSync(join(folder, "server.mts"), program)
  const lines = program.split("\n").filter((line) => line.trim() !== "" && !line.trim().startsWith("//"))
  const commands = [`npm install ${packages.join(" ")} tsx@4.23.15`, "npx tsx server.mts"]
  const began = performance.now()
  const databases = { DATABASE_URL: database.url(), PORT: String(await freePort()) }
  const env = { npm_config_registry: registry.url, NODE_OPTIONS: browser, ...databases }
  const printed: Array<string> = []
  for (const command of commands) printed.push(await shell(command, folder, env))
  const seconds = (performance.now() - began) / 1000
  console.log(`${name}: ${commands.length} commands, ${lines.length} lines, ${seconds.toFixed(1)} s`)
  const longest = Math.max(...lines.map(({ length }) => length))
  return { commands: commands.length, lines: lines.length, longest, printed: printed.at(-1) }
}

const OURS = ["countersign", "@countersign/express", "@countersign/postgres", "@countersign/client", "express", "pg"]

describe("from an empty folder, with a registry that has the packages", () => {
  it("FU1: a newcomer logs in to a service on Express and PostgreSQL with 2 commands and at most 20 lines", async () => {
    const { commands, lines, longest, printed } = await walked("newcomer", OURS)
    expect(printed).toBe("signed in by EMAIL_OTP\n")
    expect([commands, lines <= 20, longest <= 120]).toEqual([2, true, true])
  })

  it("GU4: a visitor signs up by e-mail and signs in by passkey, with the host's cookie, in 2 commands and at most 30 lines", async () => {
    const { commands, lines, longest, printed } = await walked("visitor", OURS)
    expect(printed).toBe("EMAIL_OTP PASSKEY one user\n")
    expect([commands, lines <= 30, longest <= 120]).toEqual([2, true, true])
  })

  it("GU4: better-auth does the same beside it, by its own documentation, for comparison", async () => {
    const packages = ["better-auth@1.7.6", "@better-auth/core@1.7.6", "@better-auth/passkey@1.7.6"]
    const { printed } = await walked("peer", [...packages, "express@5.3.0", "pg@8.23.1"])
    expect(printed).toBe("ada@example.com ada@example.com\n")
  })
})
