import { copyFileSync, existsSync, readdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { localRegistry } from "@countersign/harness/localRegistry"
import { afterAll, describe, expect, inject, it } from "vitest"
import { installBy, managers } from "./managers.ts"
import { installedService, ownService } from "./service.ts"
import { shell } from "./shell.ts"

await installedService()
const registry = await localRegistry(inject("packed"))
afterAll(() => registry.close())

const ALL = process.env.FAULTS === "all"
const PROGRAM = "beside.mjs"
const FRAMEWORK = ["express@5.3.0", "pg@8.23.1"]
const OURS = [
  ...["countersign", "@countersign/client", "@countersign/core", "@countersign/express", "@countersign/postgres"],
  "@countersign/smtp"
]

const ANOTHER = "another copy"
const THE_SAME = "UNVERIFIED"

/** The packages that the application has already, and the end of the line that the program prints. */
const neighbours = {
  "effect 3.20": { packages: ["effect@3.20.1"], byOwn: [ANOTHER] },
  "effect 3.22": { packages: ["effect@3.22.4"], byOwn: [ANOTHER] },
  "effect 4.0": { packages: ["effect@4.0.6"], byOwn: [ANOTHER] },
  "effect of our version": { packages: ["effect@4.1.0"], byOwn: [THE_SAME] },
  // Prisma needs effect 3.20, but the application itself has none: its manager may put any of the two there.
  "Prisma 7": { packages: ["prisma@7.10.1", "@prisma/client@7.10.0"], byOwn: [ANOTHER, THE_SAME] }
}

const pairs = Object.entries(managers).flatMap(([manager, { run }]) =>
  Object.entries(neighbours).map(([neighbour, rest]) => ({ manager, run, neighbour, ...rest }))
)
const chosen = ALL ? pairs : pairs.filter(({ manager, neighbour }) => manager === "npm" && neighbour === "effect 3.22")

const programIn = (folder: string): string => {
  copyFileSync(fileURLToPath(new URL(`../programs/${PROGRAM}`, import.meta.url)), join(folder, PROGRAM))
  return PROGRAM
}

const started = (byOwn: string): string =>
  `EMAIL_OTP; without a database 503; by Effect UNVERIFIED; by the host's ${byOwn}\n`

describe("GH1: one copy of Effect, whatever else is installed", () => {
  it.each(chosen)(
    "starts and signs in beside $neighbour, installed by $manager",
    async ({ byOwn, manager, neighbour, packages, run }) => {
      const folder = join(dirname(inject("packed")), "copies", `${manager}-${neighbour}`.replace(/\W+/gu, "-"))
      const began = performance.now()
      await installBy(manager, folder, registry.url, packages, [...FRAMEWORK, ...OURS])
      const seconds = ((performance.now() - began) / 1000).toFixed(0)
      const printed = await shell(`${run} ${programIn(folder)}`, folder)
      console.log(`| ${manager} | ${neighbour} | ${seconds} s | ${printed.trim()} |`)
      expect(byOwn.map(started)).toContain(printed)
    }
  )

  const packagesOf = (folder: string): ReadonlyArray<string> => [
    "countersign",
    ...readdirSync(join(folder, "node_modules/@countersign")).map((name) => `@countersign/${name}`)
  ]

  it("starts and signs in with a second copy of effect in the node_modules of any package, and of all at once", async () => {
    const folder = await ownService()
    const program = programIn(folder)
    const packages = packagesOf(folder)
    expect(packages.length).toBeGreaterThan(15)
    const modules = (name: string): string => join(folder, "node_modules", name, "node_modules")
    // Hard links are other files to Node, as copies are.
    const add = (name: string) =>
      shell(`mkdir -p "${modules(name)}" && cp -al node_modules/effect "${modules(name)}/effect"`, folder)
    const remove = (name: string) => shell(`rm -r "${modules(name)}/effect"`, folder)

    for (const name of ALL ? packages : []) {
      await add(name)
      const own = name === "@countersign/core" ? ANOTHER : THE_SAME
      expect([name, await shell(`node ${program}`, folder)]).toEqual([name, started(own)])
      await remove(name)
    }
    for (const name of packages) await add(name)
    expect(packages.filter((name) => !existsSync(join(modules(name), "effect/dist/Effect.js")))).toEqual([])
    expect(await shell(`node ${program}`, folder)).toBe(started(ANOTHER))
  })
})
