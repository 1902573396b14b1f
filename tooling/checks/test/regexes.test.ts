import { accountTypes, formatOf } from "@countersign/account-types"
import { describe, expect, it } from "vitest"
import { check, documented, readLooked } from "../src/regexes/check.ts"
import { expressionsOf, verify } from "../src/regexes/expressions.ts"

const at = (pattern: string) => ({ pattern, flags: "u", path: "a.ts", line: 7 })
const read = (text: string) => {
  const { computed, expressions } = expressionsOf("a.ts", text)
  return { computed, patterns: expressions.map(({ flags, line, pattern }) => `${line}: /${pattern}/${flags}`) }
}

describe("the analyser of regular expressions", () => {
  it.each([
    ["^(a+)+$", /exponential time, by '.*a/u],
    ["^(?:.*\\S.*)$", /polynomial time, by '.+\.repeat/u],
    ["\\s+$", /polynomial time, by /u]
  ])("H14: refuses %s, and shows a text that makes it slow", async (pattern, says) => {
    const [breach, ...others] = await verify(at(pattern))
    expect([breach?.path, breach?.line, breach?.rule, others]).toEqual(["a.ts", 7, "regex", []])
    expect(breach?.remedy).toMatch(says)
  })

  it.each(["^[0-9a-f]{64}$", "^(?:[a-z]+\\.)*[a-z]+$", "^(?!https?:)[a-z]+:"])("H14: accepts %s", async (pattern) => {
    expect(await verify(at(pattern))).toEqual([])
  })
})

describe("the expressions of a file", () => {
  it("are its literals and the patterns of RegExp", () => {
    const text = `const LABEL = "[a-z]"
const a = /x+/giu
const b = new RegExp(\`^\${LABEL}+$\`, "u")
const c = RegExp("y")`
    expect(read(text)).toEqual({ patterns: ["2: /x+/giu", "3: /^[a-z]+$/u", "4: /y/"], computed: [] })
  })

  it("are unknown when the pattern comes from another file", async () => {
    const text = "export const a = (it: string) => new RegExp(it, `u`)"
    expect(read(text)).toEqual({ patterns: [], computed: [1] })
    const document = { path: "openapi.json", text: "{}" }
    const { breaches } = await check({ files: [{ path: "a.ts", text }], document })
    expect(breaches.map(({ line, path, rule }) => [path, line, rule])).toEqual([["a.ts", 1, "regex-computed"]])
  })
})

describe("the patterns of the contract", () => {
  const { document, files } = readLooked()
  const patterns = documented(document.path, document.text).map(({ pattern }) => pattern)

  it("are found at any depth, without duplicates", () => {
    const text = JSON.stringify({ a: [{ pattern: "x" }, { b: { pattern: "x", c: { pattern: "y" } } }], pattern: 1 })
    expect(documented("a.json", text).map(({ pattern }) => pattern)).toEqual(["x", "y"])
  })

  it("include those of every account type, whose source patterns are computed", () => {
    const fields = [...accountTypes.values()].flatMap(({ variants }) => variants.flatMap((variant) => variant.fields))
    const formats = fields.flatMap((field) => {
      if (field.type === "dependent") return Object.values(field.formats)
      return formatOf(field, {}) ?? []
    })
    expect(formats.length).toBeGreaterThan(50)
    for (const { pattern } of formats) expect(patterns).toContain(`^(?:${pattern})$`)
  })

  it("are checked together with the sources of published packages only", () => {
    const paths = files.map(({ path }) => path)
    expect(paths).toContain("packages/wire/src/sessionProof.ts")
    expect(paths).toContain("adapters/smtp/src/SmtpOptions.ts")
    expect(paths.filter((path) => path.startsWith("tooling/bench/"))).toEqual([])
  })
})
