import { cpSync, mkdirSync, readdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, inject, it } from "vitest"
import { budget } from "./budget.ts"
import { diskOf, installed, reach } from "./installed.ts"
import { installedService } from "./service.ts"
import { shell } from "./shell.ts"

const service = await installedService()
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

it("adds at most 60 packages to an Express and PostgreSQL host, at most 100 MB in all", () => {
  const host = reach(service, ["countersign", "@countersign/express", "@countersign/postgres", "pg"])
  expect(host.size).toBeGreaterThan(30)
  expect(host.size).toBeLessThanOrEqual(budget("a host, packages"))
  const withExpress = reach(service, ["express"])
  const megabytes = diskOf(service, new Set([...host, ...withExpress])) / 1_000_000
  console.log(`a host: ${host.size} packages, ${withExpress.size} of Express, ${megabytes.toFixed(0)} MB on disk`)
  expect(megabytes).toBeLessThanOrEqual(budget("a host, MB on disk"))
})
