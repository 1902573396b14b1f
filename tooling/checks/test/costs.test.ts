import { posix } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { check } from "../src/arrows/check.ts"
import { withMap, withUsers } from "../src/docs/generators.ts"
import { readmeProblems } from "../src/readme/packageReadmes.ts"
import { isThere, text, workspaces } from "../src/workspace/disk.ts"
import { parse } from "../src/workspace/Manifest.ts"
import { accountType } from "./changes/accountType.ts"
import { hostAdapter, storeAdapter } from "./changes/adapters.ts"
import { applied } from "./changes/applied.ts"
import type { Change } from "./changes/Change.ts"
import { credentialKind } from "./changes/credentialKind.ts"
import { endpoint } from "./changes/endpoint.ts"
import { policyField } from "./changes/policyField.ts"
import { port } from "./changes/port.ts"
import { refusal } from "./changes/refusal.ts"

/** The table "What a change costs" of the design, each row by a change that was recorded and is made again here. */
const changes = [accountType, credentialKind, endpoint, refusal, policyField, port, hostAdapter, storeAdapter]

describe.each(changes.map((change) => [change.name, change] as const))("a new %s", (_, change) => {
  it("touches at most as many files as its row of the table states", () => {
    expect({ created: created(change).size, edited: edited(change).size }).toEqual(change.costs)
  })

  it("has the cost that CONTRIBUTING.md states", () => {
    const { created, edited } = change.costs
    expect(text("CONTRIBUTING.md")).toContain(`| ${change.name} | ${created} | ${edited} |`)
  })

  it("compiles and works", () => run(change.shown))
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

const created = ({ edits, workspace }: Change): ReadonlySet<string> =>
  new Set(
    edits
      .flatMap((edit) => ("create" in edit ? [edit.create] : []))
      .map((path) => (workspace !== undefined && path.startsWith(`${workspace}/`) ? workspace : path))
  )

const edited = ({ edits }: Change): ReadonlySet<string> =>
  new Set(edits.flatMap((edit) => ("edit" in edit ? [edit.edit] : [])))

let run: ReturnType<typeof applied>
beforeAll(() => {
  run = applied(changes)
})
