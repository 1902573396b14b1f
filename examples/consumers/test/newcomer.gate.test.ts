import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { freePort, testDatabase } from "@countersign/harness/postgres"
import { afterAll, describe, expect, inject, it } from "vitest"
import { localRegistry } from "./localRegistry.ts"
import { installedHost } from "./service.ts"
import { shell } from "./shell.ts"

const database = testDatabase({ isEmpty: true })
await installedHost()
// What the tutorial installs, and nothing else: an import of another package would not be found.
const registry = await localRegistry(join(dirname(inject("host")), "host-packed"))
afterAll(() => registry.close())

/** Follows a quick start in an empty folder: its commands, and one program. Prints what they cost. */
const walked = async (name: string, packages: ReadonlyArray<string>) => {
  const folder = join(dirname(inject("host")), `walk-${name}`)
  mkdirSync(folder)
  const program = readFileSync(fileURLToPath(new URL(`../programs/${name}.mts`, import.meta.url)), "utf8")
  writeFileSync(join(folder, "server.mts"), program)
  const lines = program.split("\n").filter((line) => line.trim() !== "" && !line.trim().startsWith("//")).length
  const commands = [`npm install ${packages.join(" ")} tsx@4.23.15`, "npx tsx server.mts"]
  const began = performance.now()
  const env = { npm_config_registry: registry.url, DATABASE_URL: database.url(), PORT: String(await freePort()) }
  const printed: Array<string> = []
  for (const command of commands) printed.push(await shell(command, folder, env))
  const seconds = (performance.now() - began) / 1000
  console.log(`${name}: ${commands.length} commands, ${lines} lines, ${seconds.toFixed(1)} s`)
  return {
    commands: commands.length,
    lines,
    longest: Math.max(...program.split("\n").map((line) => line.length)),
    printed: printed.at(-1)
  }
}

describe("FU1: from an empty folder, with a registry that has the packages", () => {
  it("a newcomer logs in to a service on Express and PostgreSQL with 2 commands and at most 20 lines", async () => {
    const ours = [
      "countersign",
      "@countersign/express",
      "@countersign/postgres",
      "@countersign/client",
      "express",
      "pg"
    ]
    const { commands, lines, longest, printed } = await walked("newcomer", ours)
    expect(printed).toBe("signed in by EMAIL_OTP\n")
    expect(commands).toBe(2)
    expect(lines).toBeLessThanOrEqual(20)
    expect(longest).toBeLessThanOrEqual(120)
  })

  it("the quick start of better-auth runs beside it, for comparison", async () => {
    const { printed } = await walked("peer", ["better-auth@1.7.25", "express@5.3.0"])
    expect(printed).toBe("signed in ada@example.com\n")
  })
})
