import { parseYaml } from "@redocly/openapi-core"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { slowTests } from "../src/vitest/slowTests.ts"
import { filesBelow, text } from "../src/workspace/disk.ts"

const Permissions = Schema.Record(Schema.String, Schema.Literals(["read", "write", "none"]))
const Workflow = Schema.Struct({
  on: Schema.Record(Schema.String, Schema.Unknown),
  permissions: Permissions,
  jobs: Schema.Record(
    Schema.String,
    Schema.Struct({
      needs: Schema.optionalKey(Schema.String),
      permissions: Schema.optionalKey(Permissions),
      environment: Schema.optionalKey(Schema.String),
      steps: Schema.Array(
        Schema.Struct({ run: Schema.optionalKey(Schema.String), uses: Schema.optionalKey(Schema.String) })
      )
    })
  )
})
const read = (file: string) => Schema.decodeUnknownSync(Workflow)(parseYaml(text(file)))

const files = filesBelow(".github/workflows", ".yml")
const publish = read(".github/workflows/publish.yml")
const ci = read(".github/workflows/ci.yml")
const scripts: Readonly<Record<string, string>> = JSON.parse(text("package.json")).scripts

type Job = (typeof Workflow.Type)["jobs"][string]
const runs = (job: Job | undefined): ReadonlyArray<string> => (job?.steps ?? []).flatMap(({ run }) => run ?? [])
const at = (commands: ReadonlyArray<string>, what: string): number => commands.findIndex((run) => run.includes(what))

describe("every workflow", () => {
  it("is one of the known ones", () => {
    expect(files).toEqual(["ci", "publish", "slow"].map((name) => `.github/workflows/${name}.yml`))
  })

  it.each(files)("%s runs code of forks without write permission, and grants no permission by default", (file) => {
    const { jobs, on, permissions } = read(file)
    expect(Object.keys(on)).not.toContain("pull_request_target")
    expect(Object.keys(on)).not.toContain("workflow_run")
    for (const { permissions: own = permissions } of Object.values(jobs)) {
      if ("pull_request" in on) expect(Object.values(own)).not.toContain("write")
    }
    expect(Object.values(permissions)).not.toContain("write")
  })

  it.each(files)("%s refers to actions by full commit hash", (file) => {
    const used = Object.values(read(file).jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []))
    expect(used.filter((uses) => !/@[0-9a-f]{40}$/u.test(uses))).toEqual([])
  })

  it.each(files)("%s inserts no untrusted input into a command", (file) => {
    const commands = Object.values(read(file).jobs).flatMap(runs)
    expect(commands.filter((run) => run.includes("${{"))).toEqual([])
  })
})

describe("ci", () => {
  it("runs the commands that the README lists", () => {
    const commands = runs(ci.jobs.gate)
    expect(at(commands, "npm ci")).toBeLessThan(at(commands, "npm run test:all"))
    for (const command of ["npm ci", "npm run test:all"]) expect(text("README.md")).toContain(command)
  })
})

describe("slow", () => {
  it("runs every script of package.json that sets FAULTS, from a seed that its log shows (GS10)", () => {
    const slow = Object.entries(scripts).flatMap(([name, words]) =>
      /^test:.*FAULTS=all/u.test(`${name}${words}`) ? name : []
    )
    expect(slow.length).toBeGreaterThan(2)
    for (const name of slow) expect(text(".github/workflows/slow.yml")).toContain(`"${name}"`)
    const commands = runs(read(".github/workflows/slow.yml").jobs.slow)
    expect(commands[at(commands, "SEED=")]).toMatch(/tee --append "\$GITHUB_ENV"$/u)
    expect(at(commands, "SEED=")).toBeLessThan(at(commands, 'npm run "$SCRIPT"'))
  })
})

describe("the slow set", () => {
  const inSlowSet = slowTests()

  it("has the tests that are named so, and those that read FAULTS, also in a file they import (GS10, GS14)", () => {
    expect(inSlowSet).toEqual(
      expect.arrayContaining([
        "adapters/node-crypto/test/constantTime.slow.test.ts",
        "packages/countersign/test/health.test.ts",
        "tooling/fuzz/test/fuzzed.test.ts"
      ])
    )
    expect(inSlowSet).not.toContain("adapters/node-crypto/test/constantTime.test.ts")
  })

  it("and the scripts that install packages run every one of them (GS10)", () => {
    const isNamed = (file: string, script = "") => script.split(" ").some((word) => word !== "" && file.includes(word))
    const slow = [...filesBelow("examples/consumers/test", ".slow.test.ts"), ...filesBelow("adapters", ".slow.test.ts")]
    const named = [scripts["test:runtimes"], scripts["test:templates"]].map((words) => words?.split("consumers ")[1])
    const isRun = (file: string) => inSlowSet.includes(file) || named.some((words) => isNamed(file, words))
    expect(slow.filter((file) => !file.includes("node_modules/") && !isRun(file))).toEqual([])
    expect(scripts["test:faults"]).toContain("slowTests.js")
  })
})

describe("publish", () => {
  const commands = runs(publish.jobs.publish)

  it("runs after the complete gate, which cannot publish", () => {
    expect(publish.jobs.publish?.needs).toBe("gate")
    expect(runs(publish.jobs.gate)).toEqual(
      expect.arrayContaining(["npm ci", "npm run test:all", "npm run release:dry"])
    )
    expect(publish.jobs.gate?.permissions).toEqual({ contents: "read" })
  })

  it("starts only for a tag, and builds the tagged commit", () => {
    expect(publish.on).toEqual({ push: { tags: ["v*"] } })
    expect(at(commands, '"$GITHUB_SHA"')).toBe(0)
    expect(at(commands, '"$GITHUB_REF_NAME" = "v')).toBe(1)
  })

  it("publishes the packed packages with provenance, and attaches the bill of materials", () => {
    const order = [
      "npm ci --ignore-scripts",
      "npm run build",
      "npm run pack --",
      "npm run sbom --",
      "npm publish",
      "gh release"
    ]
    const places = order.map((what) => at(commands, what))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(places).not.toContain(-1)
    expect(commands.find((run) => run.includes("npm publish"))).toMatch(/packed\/\*\.tgz.*--provenance/u)
    expect(publish.jobs.publish?.permissions).toEqual({ contents: "write", "id-token": "write" })
    expect(publish.jobs.publish?.environment).toBe("release")
  })

  it("runs no test and no dependency script, and uses no secret", () => {
    expect(commands.filter((run) => /npm (?:test|i|ci)\b(?!.*--ignore-scripts)/u.test(run))).toEqual([])
    expect(text(".github/workflows/publish.yml")).not.toContain("secrets.")
  })

  it.each(["build", "pack", "sbom"])("calls npm run %s, which exists", (script) => {
    expect(scripts).toHaveProperty(script)
  })
})
