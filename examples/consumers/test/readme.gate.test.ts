import { writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { javaScriptOf } from "@countersign/harness/bundle"
import { freePort } from "@countersign/harness/postgres"
import { describe, expect, it } from "vitest"
import { compile } from "./compile.ts"
import { file, output, program, root, step } from "./pages.ts"
import { installedHost, ownService } from "./service.ts"
import { node, shell } from "./shell.ts"

const service = await ownService()
const MOUNT = "docs/guides/mount.md"
const QUICK_START = "docs/tutorial.md"
const hosts = [
  { name: "express", page: MOUNT },
  { name: "koa", page: MOUNT },
  { name: "fastify", page: MOUNT }
]

describe.each(hosts)("a reader who follows the page from an empty folder, with $name", ({ name, page }) => {
  const host = file(page, `${name}/host.ts`)

  it("writes a host of at most 12 lines", () => {
    const lines = host.split("\n").filter((line) => line.trim() !== "" && !line.trim().startsWith("//"))
    expect(lines.length).toBeLessThanOrEqual(12)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120)
  })

  it("signs a user in over the network, and prints the output on the page", async () => {
    await shell(step(page, name), service)
    const programs = { "host.js": host, "login.mjs": file(MOUNT, "express/login.ts") }
    for (const [written, code] of Object.entries(programs)) {
      writeFileSync(join(service, written), await javaScriptOf(code))
    }
    const printed = await node(["login.mjs"], service, { PORT: String(await freePort()) })
    // Beside the lines that the log of the service writes, one JSON object each.
    expect(printed.replaceAll(/^\{"message":.*\n/gmu, "").trim()).toBe(output(MOUNT, "login").trim())
  })
})

describe("the program of the README", () => {
  const source = program("README.md", "sign-in")

  it("has at most 15 lines of code", () => {
    const lines = source.split("\n").filter((line) => line.trim() !== "" && !line.trim().startsWith("//"))
    expect(lines.length).toBeLessThanOrEqual(15)
  })

  it("compiles in strict mode, signs a user in and prints the output on the page", async () => {
    writeFileSync(join(service, "sign-in.mts"), source)
    const compiler = createRequire(import.meta.url).resolve("typescript/lib/tsc.js")
    const types = ["--skipLibCheck", "--types", "node", "--typeRoots", join(root, "node_modules/@types")]
    expect(await compile(compiler, service, "nodenext", ...types, "sign-in.mts")).toBe("")
    writeFileSync(join(service, "sign-in.mjs"), await javaScriptOf(source))
    expect((await node(["sign-in.mjs"], service)).trim()).toBe(output("README.md", "sign-in").trim())
  })
})

it("the quick start has at most 20 lines of server code", () => {
  const [, server = ""] = /Your server ─+\n(.*)\n\/\/ ── Your app/su.exec(program(QUICK_START, "quick-start")) ?? []
  const lines = server.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("//"))
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.length + 3).toBeLessThanOrEqual(20) // and three imports
})

it("a reader who follows the quick start signs a user in", async () => {
  const host = await installedHost()
  writeFileSync(join(host, "server.mjs"), await javaScriptOf(program(QUICK_START, "quick-start")))
  expect((await node(["server.mjs"], host)).trim()).toBe(output(QUICK_START, "quick-start").trim())
})
