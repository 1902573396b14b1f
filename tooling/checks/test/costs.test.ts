import { posix } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { check } from "../src/arrows/check.ts"
import { type Cost, costs, withCosts } from "../src/costs/costs.ts"
import { withMap, withUsers } from "../src/docs/generators.ts"
import { readmeProblems } from "../src/readme/packageReadmes.ts"
import { isThere, text, workspaces } from "../src/workspace/disk.ts"
import { parse } from "../src/workspace/Manifest.ts"
import { accountType } from "./changes/accountType.ts"
import { hostAdapter, storeAdapter } from "./changes/adapters.ts"
import { type Applied, applied } from "./changes/applied.ts"
import type { Change } from "./changes/Change.ts"
import { credentialKind } from "./changes/credentialKind.ts"
import { endpoint } from "./changes/endpoint.ts"
import { policyField } from "./changes/policyField.ts"
import { port } from "./changes/port.ts"
import { refusal } from "./changes/refusal.ts"

/** The rows of the table of costs, each by a change that was recorded and is made again here. */
const changes = [accountType, credentialKind, endpoint, refusal, policyField, port, hostAdapter, storeAdapter]

it("every cost is counted on a recorded change, and CONTRIBUTING.md has the table", () => {
  expect(changes.map(({ name }) => name)).toEqual(Object.keys(costs))
  expect(withCosts(text("CONTRIBUTING.md"))).toBe(text("CONTRIBUTING.md"))
})

describe.each(changes.map((change) => [change.name, change] as const))("a new %s", (name, change) => {
  it("has the cost of its row", () => {
    expect(costOf(change)).toEqual(costs[name])
  })

  it("works", () => copy.run(change.shown))
})

it("I18 I21: the tests of authority pass on the whole tree with every change", () => {
  copy.test("countersign", "packages/countersign/test/authority")
})

describe.each([hostAdapter, storeAdapter].map((change) => [change.name, change] as const))("a new %s", (_, change) => {
  it("passes the rules of the repository without an entry in any list", () => {
    const files = change.edits.flatMap((edit) => ("create" in edit ? [{ path: edit.create, text: edit.text }] : []))
    const textOf = (name: string) => files.find(({ path }) => posix.basename(path) === name)?.text
    const all = [...workspaces(), parse(change.workspace ?? "", textOf("package.json") ?? "")]
    const sources = files.filter(({ path }) => path.endsWith(".ts"))
    const dependencies = withUsers(text("docs/maintain/dependencies.md"), all)
    expect(check({ files: sources, workspaces: all, dependencies })).toEqual([])
    expect(withMap(text("docs/architecture.md"), all)).toContain(change.workspace)
    const readme = textOf("README.md")
    expect(readme === undefined ? [] : readmeProblems("README.md", readme, isThere)).toEqual([])
  })
})

const costOf = ({ edits, workspace }: Change): Cost => {
  const created = edits.flatMap((edit) => ("create" in edit ? [edit.create] : []))
  const edited = edits.flatMap((edit) => ("edit" in edit ? [edit.edit] : []))
  const files = created.map((path) => (workspace !== undefined && path.startsWith(`${workspace}/`) ? workspace : path))
  const count = (paths: ReadonlyArray<string>) => new Set(paths).size
  return {
    created: count(files),
    edited: count(edited.filter((path) => !isOfTests(path))),
    tests: count(edited.filter(isOfTests))
  }
}

/** The tools that are never published only test the others. */
const isOfTests = (path: string): boolean => path.startsWith("tooling/") || path.includes("/test/")

let copy: Applied
beforeAll(() => {
  copy = applied(changes)
})
