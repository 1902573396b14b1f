import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { root, text } from "../src/workspace/disk.ts"

const scripts: Readonly<Record<string, string>> = JSON.parse(text("package.json")).scripts

/** Scripts that the gate itself runs, or that rewrite the tree that a test reads: each with the run that covers it. */
const covered = new Map([
  ["build", "`npm test` starts with it"],
  ["test", "the gate"],
  ["test:all", "the gate"],
  ["test:tooling", "`tsc -b`, then vitest as in `fuzz`"],
  ["check", "`npm test` starts with it"],
  ["docs", "`check:docs` runs it with --check"],
  ["test:simulation", "`npm run simulate`, twice"],
  ["test:runtimes", "`npm run build`, then vitest as in `fuzz`"],
  ["test:templates", "`npm run build`, then vitest as in `fuzz`"],
  ["test:faults", "`npm run check`, then vitest as in `fuzz`"]
])
const isCovered = (name: string) => covered.has(name) || name.startsWith("check:")

/** The smallest input of each script: what it prints first, without doing its work. */
const smallest = Object.keys(scripts).filter((name) => !isCovered(name))

/** Runs a script without its compiler, which has just run: the last test requires that the script has it. */
const started = (name: string, ...args: ReadonlyArray<string>) => {
  const words = [scripts[name]?.replace(/^tsc -b[^&]*&& /u, ""), ...args].join(" ")
  const env = { ...process.env, PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}` }
  return promisify(execFile)("sh", ["-c", words], { cwd: root, encoding: "utf8", env }).then(
    ({ stderr, stdout }) => ({ code: 0, text: stdout + stderr }),
    ({ code, stderr, stdout }) => ({ code, text: `${stdout}${stderr}` })
  )
}

describe("every script of package.json", () => {
  it.each(smallest)("starts and explains itself: npm run %s -- --help (GS16)", async (name) => {
    const { code, text: printed } = await started(name, "--help")
    expect(printed).not.toMatch(/^\s+at .+:\d+:\d+\)?$/mu)
    expect(printed).toMatch(/usage|vitest|biome/iu)
    expect(code).toBe(0)
  })

  it.each(["bench", "model", "mutate", "sabotage", "bench:scale", "soak", "repeat"])(
    "answers an argument that it does not have with its usage: npm run %s -- --no-such (GS16)",
    async (name) => {
      const { code, text: printed } = await started(name, "--no-such")
      expect(printed).toContain(`Usage: npm run ${name} -- `)
      expect(printed).not.toMatch(/^\s+at .+:\d+:\d+\)?$/mu)
      expect(code).toBe(2)
    }
  )

  it.each(["pack", "sbom", "repeat"])("names what is missing: npm run %s (GS16)", async (name) => {
    const { code, text: printed } = await started(name)
    expect(printed).toMatch(new RegExp(`^Usage: npm run ${name} -- F`, "u"))
    expect(code).toBe(2)
  })

  // A tool reads the build output of packages that it does not import, so its own references do not build them.
  it.each(Object.entries(scripts).filter(([name, words]) => /\/dist\//u.test(words) && !isCovered(name)))(
    "compiles what it runs, in a fresh clone too: %s (GS16)",
    (name, words) => {
      expect(words).toMatch(
        ["words", "breaks", "repeat"].includes(name) ? /^tsc -b tooling\/checks && / : /^tsc -b && /u
      )
    }
  )
})
