import { createRequire } from "node:module"
import { describe, expect, it } from "vitest"
import { published } from "../src/packaging/pack.ts"
import { releaseProblems } from "../src/packaging/releaseProblems.ts"
import { filesBelow, root, text, workspaces } from "../src/workspace/disk.ts"

const config = JSON.parse(text(".changeset/config.json"))

describe("GU2: a release", () => {
  it("gives every published package one version", () => {
    const [fixed = []]: ReadonlyArray<ReadonlyArray<string>> = config.fixed
    const names = workspaces().flatMap(({ folder, manifest }) => (published().includes(folder) ? [manifest.name] : []))
    const isFixed = (name: string) =>
      fixed.includes(name) || (name.startsWith("@countersign/") && fixed.includes("@countersign/*"))
    expect(names.filter((name) => !isFixed(name))).toEqual([])
    expect(new Set(workspaces().flatMap(({ manifest }) => manifest.version ?? [])).size).toBe(1)
  })

  it("is in no manifest that changesets do not write: the root and the templates name no version of ours", () => {
    const files = ["package.json", ...filesBelow("packages/kits/create/templates", "package.json")]
    const pinned = files.flatMap((file) =>
      [...text(file).matchAll(/"(?:@countersign\/[\w-]+|countersign)": "(?!\{\{version\}\}")[^"]*"/gu)].map(
        ([entry]) => `${file} ${entry}`
      )
    )
    expect(pinned).toEqual([])
  })

  it("has changelogs of the notes alone, an indented list", async () => {
    const { getDependencyReleaseLine, getReleaseLine } = createRequire(root)(`${root}.changeset/${config.changelog}`)
    expect(await getReleaseLine({ commit: "abc", summary: "One.\nTwo.\n" })).toBe("- One.\n  Two.")
    expect(await getDependencyReleaseLine([{ commit: "abc" }], [{ name: "a" }])).toBe("")
  })

  it.each([
    ["has one version, in its changelogs and in a service", "0.2.0", "0.2.0", "0.2.0", []],
    ["has a package of another version", "0.1.1", "0.2.0", "0.2.0", ["a has version 0.1.1, and countersign 0.2.0"]],
    ["has a changelog without it", "0.2.0", "0.1.0", "0.2.0", ["the changelog of a has no section 0.2.0"]],
    [
      "is not what a service installs",
      "0.2.0",
      "0.2.0",
      "0.1.0",
      ["the service has node_modules/a in version 0.1.0, which is not 0.2.0"]
    ]
  ])("is compared: it %s", (_, version, section, installed, problems) => {
    const packages = [{ manifest: { name: "a", version }, changelog: `# a\n\n## ${section}\n\n- One.\n` }]
    expect(releaseProblems("0.2.0", packages, { "node_modules/a": { version: installed } })).toEqual(problems)
  })

  it("is compared with a service that has one of its packages at least", () => {
    expect(releaseProblems("0.2.0", [], { "node_modules/b": { version: "1.0.0" } })).toEqual([
      "the service has no package of the release"
    ])
  })
})
