import { readFileSync } from "node:fs"
import { snippetsOf } from "@countersign/checks"
import { makeSerializedMemoryStore } from "@countersign/memory"
import { expect, it } from "vitest"
import { mutantsOf } from "./mutants/mutantsOf.ts"

it("docs/maintain/store-mutants.md lists every defect that the suite detects", () => {
  const page = readFileSync(new URL("../../../../docs/maintain/store-mutants.md", import.meta.url), "utf8")
  const mutants = mutantsOf(makeSerializedMemoryStore).map(({ breaks, name }) => name.padEnd(36) + breaks)
  expect(snippetsOf(page).map(({ code, info }) => [info, code])).toEqual([["output=mutants", mutants.join("\n")]])
})
