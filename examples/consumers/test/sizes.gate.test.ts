import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { describe, expect, inject, it } from "vitest"
import { budget } from "./budget.ts"
import { diskOf, installed, reach, unpackedOf } from "./installed.ts"
import { installedHost, installedService, WARNINGS } from "./service.ts"
import { node, shell } from "./shell.ts"

const service = await installedService()
const host = await installedHost()
const packed = inject("packed")

it("installs @countersign/core into an empty folder as at most 12 packages", async () => {
  const folder = join(dirname(packed), "core")
  mkdirSync(folder)
  const own = readdirSync(packed).filter((name) => /^countersign-(?:core|wire|account-types)-/u.test(name))
  for (const name of own) cpSync(join(packed, name), join(folder, name))
  await shell(`npm install ${own.map((name) => `./${name}`).join(" ")}`, folder)
  const packages = [...installed(folder).keys()]
  expect(packages.length).toBeLessThanOrEqual(budget("`@countersign/core`, packages"))
  // The dependencies are read from the single install of all packages. A separate install would bring the same ones.
  expect([...reach(service, ["@countersign/core"])].sort()).toEqual(packages.sort())
})

const OURS = ["countersign", "@countersign/express", "@countersign/postgres"]
const names = (places: Iterable<string>) => [...places].map((place) => place.replace(/^.*node_modules\//u, ""))

describe("FU5: a host of the tutorial, on Express and PostgreSQL", () => {
  const framework = new Set([...reach(host, ["express"]), ...reach(host, ["pg"])])
  const own = [...reach(host, OURS)].filter((place) => !framework.has(place))

  it("has at most 25 packages beside the framework and pg, and no command, vectors or testkit", () => {
    console.log(`a host: ${own.length} packages beside ${framework.size} of Express and pg`)
    expect(own.length).toBeLessThanOrEqual(budget("a host, packages"))
    expect(own.length).toBeGreaterThan(0.7 * budget("a host, packages"))
    const unwanted = [
      "@countersign/cli",
      "@countersign/testkit",
      "@countersign/vectors",
      "fast-check",
      "koa",
      "fastify"
    ]
    const installedNames = names(installed(host).keys())
    for (const name of unwanted) expect(installedNames).not.toContain(name)
  })

  it("has no package over 5 MB but effect, and at most 90 MB in all", () => {
    const unpacked = new Map(own.map((place) => [place, unpackedOf(host, place) / 1_000_000]))
    expect(names(own.filter((place) => (unpacked.get(place) ?? 0) > 5))).toEqual(["effect"])
    const megabytes = diskOf(host, new Set([...own, ...framework])) / 1_000_000
    const core = unpacked.get("node_modules/@countersign/core")?.toFixed(1)
    console.log(`a host: ${megabytes.toFixed(0)} MB on disk; @countersign/core unpacks to ${core} MB`)
    expect(megabytes).toBeLessThanOrEqual(budget("a host, MB on disk"))
    expect(megabytes).toBeGreaterThan(0.7 * budget("a host, MB on disk"))
  })

  it("is installed without a warning of npm about the engine", () => {
    expect(readFileSync(join(dirname(host), WARNINGS), "utf8")).not.toMatch(/EBADENGINE|deprecated/u)
  })

  it("FU7: costs a compiler at most its budget of declarations for an import of countersign", async () => {
    writeFileSync(join(host, "import.ts"), 'import { createCountersign } from "countersign"\ncreateCountersign()\n')
    const compiler = createRequire(import.meta.url).resolve("typescript/lib/tsc.js")
    const flags = [
      "--noEmit",
      "--strict",
      "--skipLibCheck",
      "--module",
      "nodenext",
      "--typeRoots",
      "none",
      "--listFiles"
    ]
    const listed = await node([compiler, ...flags, "import.ts"], host)
    const read = listed.split("\n").filter((file) => file.startsWith(join(host, "node_modules")))
    const lines = read.reduce((sum, file) => sum + readFileSync(file, "utf8").split("\n").length, 0)
    console.log(`declarations of an import of countersign: ${lines} lines in ${read.length} files`)
    expect(lines).toBeLessThanOrEqual(1000 * budget('declarations of `import "countersign"`, 1000 lines'))
    expect(lines).toBeGreaterThan(0.7 * 1000 * budget('declarations of `import "countersign"`, 1000 lines'))
  })
})
