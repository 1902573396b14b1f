import { posix } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { check } from "../src/arrows/check.ts"
import { withMap, withUsers } from "../src/docs/generators.ts"
import { readmeProblems } from "../src/readme/packageReadmes.ts"
import { isThere, root, text, workspaces } from "../src/workspace/disk.ts"
import { parse } from "../src/workspace/Manifest.ts"
import { tableRows } from "../src/workspace/markdown.ts"
import { accountType } from "./changes/accountType.ts"
import { hostAdapter, storeAdapter } from "./changes/adapters.ts"
import { type Applied, applied } from "./changes/applied.ts"
import type { Change } from "./changes/Change.ts"
import { credentialKind } from "./changes/credentialKind.ts"
import { endpoint } from "./changes/endpoint.ts"
import { policyField } from "./changes/policyField.ts"
import { port } from "./changes/port.ts"
import { refusal } from "./changes/refusal.ts"
import { simulated, simulatedDays } from "./changes/simulated.ts"

/**
 * The cost of each change today, in files that a developer writes by hand: new ones, of which a folder that is all new is
 * one, those that get a line, and those of tests that get a line, so that all tests compile and those of authority pass.
 * Where the tree gets lighter, the numbers fall there.
 */
const costs = new Map(
  tableRows(text("CONTRIBUTING.md"), "You add").map(({ cells: [name = "", ...counts] }) => [name, counts.map(Number)])
)

/** The rows of the table of costs, each by a change that was recorded and is made again here. */
const changes = [accountType, credentialKind, endpoint, refusal, policyField, port, hostAdapter, storeAdapter]

it("every cost in CONTRIBUTING.md is counted on a recorded change", () => {
  expect(changes.map(({ name }) => name)).toEqual([...costs.keys()])
})

describe.each(changes.map((change) => [change.name, change] as const))("a new %s", (name, change) => {
  it("has the cost of its row", () => {
    expect(costOf(change)).toEqual(costs.get(name))
  })

  it("works", () => copy.run(change.shown))
})

it("I18 I21: the tests of authority pass on the whole tree with every change", () => {
  copy.test("countersign", "packages/countersign/test/authority")
})

it("GO4 I26: nodes of this version and of the changed one share a database for days, and violate no invariant", () => {
  copy.run(simulatedDays(root))
})

describe.each([hostAdapter, storeAdapter].map((change) => [change.name, change] as const))("a new %s", (_, change) => {
  it("passes the rules of the repository without an entry in any list", () => {
    const files = change.edits.flatMap((edit) => ("create" in edit ? [{ path: edit.create, text: edit.text }] : []))
    const textOf = (name: string) => files.find(({ path }) => posix.basename(path) === name)?.text
    const all = [...workspaces(), parse(change.workspace ?? "", textOf("package.json") ?? "")]
    const sources = files.filter(({ path }) => path.endsWith(".ts"))
    const dependencies = withUsers(text("docs/maintain/dependencies.md"), all)
    expect(check({ files: sources, workspaces: all, dependencies })).toEqual([])
    expect(withMap(text("CONTRIBUTING.md"), all)).toContain(change.workspace)
    const readme = textOf("README.md")
    expect(readme === undefined ? [] : readmeProblems("README.md", readme, isThere)).toEqual([])
  })
})

/** The new files, the edited files, and the edited files of tests. */
const costOf = ({ edits, workspace }: Change): ReadonlyArray<number> => {
  const created = edits.flatMap((edit) => ("create" in edit ? [edit.create] : []))
  const edited = edits.flatMap((edit) => ("edit" in edit ? [edit.edit] : []))
  const files = created.map((path) => (workspace !== undefined && path.startsWith(`${workspace}/`) ? workspace : path))
  const count = (paths: ReadonlyArray<string>) => new Set(paths).size
  return [files, edited.filter((path) => !isOfTests(path)), edited.filter(isOfTests)].map(count)
}

/** The tools that are never published only test the others. */
const isOfTests = (path: string): boolean => path.startsWith("tooling/") || path.includes("/test/")

let copy: Applied
beforeAll(() => {
  copy = applied([...changes, { name: "simulation", edits: simulated, shown: "" }])
})
