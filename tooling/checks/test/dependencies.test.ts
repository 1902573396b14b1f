import { describe, expect, it } from "vitest"
import { dependencies, packagesIn } from "../src/arrows/check.ts"
import { withUsers } from "../src/docs/generators.ts"
import { parse } from "../src/workspace/Manifest.ts"

const page = (...lines: ReadonlyArray<string>) =>
  ["| package | version | used by | why |", "|---|---|---|---|", ...lines].join("\n")

const verdict = (manifest: object, markdown: string, folder = "packages/wire") =>
  dependencies([parse(folder, JSON.stringify({ name: "wire", version: "0.1.0", ...manifest }, null, 2))], markdown).map(
    ({ path, line, rule }) => `${rule} ${path}:${line}`
  )

describe("docs/maintain/dependencies.md", () => {
  it("is parsed cell by cell, with escaped pipes and other tables", () => {
    const markdown = `| name | |\n|---|---|\n| x | y |\n\n${page("| `express` | `^4 \\|\\| ^5` | adapters/express, root | peer |")}`
    expect(packagesIn(markdown)).toEqual([{ name: "express", version: "^4 || ^5", line: 7 }])
  })

  it("passes when every dependency of a manifest has its line", () => {
    const manifest = {
      dependencies: { a: "1.2.3" },
      devDependencies: { b: "npm:c@1.0.0" },
      peerDependencies: { d: "^1 || ^2" }
    }
    const lines = [
      "| a | 1.2.3 | packages/wire | x |",
      "| b | npm:c@1.0.0 | packages/wire | x |",
      "| d | ^1 \\|\\| ^2 | packages/wire | x |"
    ]
    expect(verdict(manifest, page(...lines))).toEqual([])
  })

  it("lists the workspaces that declare a package, and the root by its name", () => {
    const manifest = { name: "wire", devDependencies: { a: "1.0.0" }, peerDependencies: { b: "^1 || ^2" } }
    const all = [".", "packages/wire"].map((folder) => parse(folder, JSON.stringify(manifest)))
    const lines = ["| a | 1.0.0 | | x |", "| b | ^1 \\|\\| ^2 | nothing | x |", "| c | 1.0.0 | root | x |"]
    expect(withUsers(page(...lines), all)).toBe(
      page(
        "| a | 1.0.0 | root, packages/wire | x |",
        "| b | ^1 \\|\\| ^2 | root, packages/wire | x |",
        "| c | 1.0.0 |  | x |"
      )
    )
  })

  it("must have a line for each dependency", () => {
    expect(verdict({ dependencies: { a: "1.0.0" } }, page())).toEqual(["dependency-page packages/wire/package.json:5"])
  })

  it("must name the version that is installed", () => {
    expect(verdict({ dependencies: { a: "1.0.1" } }, page("| a | 1.0.0 | packages/wire | x |"))).toEqual([
      "dependency-page packages/wire/package.json:5",
      "dependency-page docs/maintain/dependencies.md:3"
    ])
  })

  it("must not list a package that no workspace depends on", () => {
    expect(verdict({}, page("| a | 1.0.0 | packages/wire | x |"))).toEqual([
      "dependency-page docs/maintain/dependencies.md:3"
    ])
  })
})

describe("GH1: effect", () => {
  const lines = page("| effect | 4.1.0 | packages/wire | x |")

  it.each(["dependencies", "peerDependencies", "optionalDependencies", "devDependencies"])(
    "is in the %s of no published package but core",
    (list) => {
      const manifest = { [list]: { effect: "4.1.0" } }
      expect(verdict(manifest, lines, "packages/http")).toEqual(["one-effect packages/http/package.json:5"])
      expect(verdict(manifest, lines, "packages/core")).toEqual([])
      expect(verdict({ ...manifest, private: true }, lines, "tooling/bench")).toEqual([])
    }
  )
})

describe("a version", () => {
  const line = (version: string) => page(`| a | ${version} | packages/wire | x |`)

  it.each(["^1.0.0", "~1.0.0", "*", "latest", "1.x", "npm:b@^1.0.0"])("is not pinned as %s", (version) => {
    expect(verdict({ dependencies: { a: version } }, line(version))).toEqual(["pinned packages/wire/package.json:5"])
  })

  it.each(["1.0.0", "1.0.0-rc.1", "npm:@scope/b@1.0.0"])("is pinned as %s", (version) => {
    expect(verdict({ dependencies: { a: version } }, line(version))).toEqual([])
  })

  it("of a workspace dependency equals the version of that workspace", () => {
    expect(verdict({ dependencies: { wire: "0.2.0" } }, page())).toEqual(["pinned packages/wire/package.json:5"])
    expect(verdict({ dependencies: { wire: "0.1.0" } }, page())).toEqual([])
  })
})
