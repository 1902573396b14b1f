import { readFileSync } from "node:fs"
import { snippetsOf } from "@countersign/checks"
import { expect, it } from "vitest"
import { cases, files } from "./committed.ts"

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8")
const page = read("docs/reference/vectors.md")

it("docs/reference/vectors.md and the README state the number of cases", () => {
  const shown = snippetsOf(page).find(({ info }) => info === "output=python")?.code
  expect(shown).toBe(`${cases.length} cases, 0 wrong`)
  expect(read("packages/kits/vectors/README.md")).toContain(`JSON files: ${cases.length} valid and invalid values`)
})

it("docs/reference/vectors.md names every group", () => {
  const table = page.slice(page.indexOf("## The groups"), page.indexOf("## Change them"))
  expect(files.filter(({ group }) => !table.includes(`\`${group}\``))).toEqual([])
})
