import { execFileSync } from "node:child_process"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { snippetsOf } from "@countersign/checks"
import { expect, it } from "vitest"
import { cases, files } from "./committed.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const readme = readFileSync(`${root}packages/vectors/README.md`, "utf8")
const snippet = (info: string): string => snippetsOf(readme).find((found) => found.info === info)?.code ?? ""

it("says how many cases there are", () => {
  expect(snippet("output=python")).toBe(`${cases.length} cases, 0 wrong`)
})

it("shows a reader that prints what it says it prints", () => {
  const file = `${root}packages/vectors/test/.snippet.mjs`
  writeFileSync(file, snippet("run=first"))
  try {
    const printed = execFileSync(process.execPath, [file], { cwd: root, encoding: "utf8" })
    expect(printed.trim()).toBe(snippet("output=first"))
  } finally {
    rmSync(file)
  }
})

it("names every group", () => {
  const table = readme.slice(readme.indexOf("## The groups"), readme.indexOf("## Change them"))
  expect(files.filter(({ group }) => !table.includes(`\`${group}\``))).toEqual([])
})
