import { expect, it } from "vitest"
import { engines } from "../src/engines/engines.ts"
import { features, featuresOf, requireUsed, unknownFunctions } from "../src/engines/features.ts"
import { sentStatements } from "../src/engines/statements.ts"

it("the table of features has each that the store uses, no other, and nothing is unclassified", async () => {
  const sent = await sentStatements()
  requireUsed(sent)
  for (const [name, , isIn] of features) {
    const others = [...sent].filter((text) => !isIn.test(text))
    expect(() => requireUsed(others)).toThrow(name)
  }
  expect(() => requireUsed([...sent, "select some_function(1)"])).toThrow("some_function")
})

it("finds the features of a statement", () => {
  const commit =
    'with c0 as materialized (update "s"."a" r set x = 1 returning 1), c1 as (insert into "s"."a" (id) select 1) select 1'
  expect(featuresOf(commit)).toEqual(["modifyingWith", "modifiedTwice"])
  expect(featuresOf(commit.replace('into "s"."a"', 'into "s"."b"'))).toEqual(["modifyingWith"])
  expect(featuresOf("select 1 from t for update of r skip locked")).toEqual(["skipLocked"])
  expect(unknownFunctions("select 'f(x)', coalesce(1), strange (2) from t as w (a, b) -- old(1)")).toEqual(["strange"])
})

it("each finding cites a page of the engine or its project", () => {
  for (const { findings, name, page } of engines) {
    for (const each of [page, ...findings.map((finding) => finding.page)]) {
      expect([name, each]).toEqual([
        name,
        expect.stringMatching(
          /^https:\/\/(?:docs\.|www\.cockroachlabs\.com\/docs|github\.com\/(?:yugabyte|cockroachdb)\/)/u
        )
      ])
    }
  }
})
