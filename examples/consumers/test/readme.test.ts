import { writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { file, output, program, step } from "./pages.ts"
import { ownService } from "./service.ts"
import { node, shell } from "./shell.ts"

const service = await ownService()
const README = "README.md"
const QUICK_START = "docs/tutorial.md"
const hosts = [
  { name: "express", page: README },
  { name: "koa", page: "docs/guides/mount.md" },
  { name: "fastify", page: "docs/guides/mount.md" }
]

const freePort = () =>
  new Promise<string>((resolve) => {
    const server = createServer().listen(0, () => {
      const address = server.address()
      server.close(() => resolve(String(typeof address === "object" && address !== null ? address.port : 0)))
    })
  })

describe.each(hosts)("a reader who follows the page from an empty folder, with $name", ({ name, page }) => {
  const host = file(page, `${name}/host.mjs`)

  it("writes a host of at most 12 lines", () => {
    const lines = host.split("\n").filter((line) => line.trim() !== "" && !line.trim().startsWith("//"))
    expect(lines.length).toBeLessThanOrEqual(12)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120)
  })

  it("signs a user in over the network, and prints the output on the page", async () => {
    await shell(step(page, name), service)
    writeFileSync(join(service, "host.mjs"), host)
    writeFileSync(join(service, "login.mjs"), file(README, "login.mjs"))
    const printed = await node(["login.mjs"], service, { PORT: await freePort() })
    expect(printed.trim()).toBe(output(README, "login").trim())
  })
})

it("a reader who follows the quick start packs as in the README, and signs a user in", async () => {
  for (const name of ["pack", "express"]) expect(step(QUICK_START, name)).toBe(step(README, name))
  writeFileSync(join(service, "server.mjs"), program(QUICK_START, "quick-start"))
  expect((await node(["server.mjs"], service)).trim()).toBe(output(QUICK_START, "quick-start").trim())
})
