import { readdirSync, readFileSync } from "node:fs"
import { bareHost } from "@countersign/testkit"
import { describe, expect, it } from "vitest"
import { columnOf, hosts, matrix, prefixes, storiesOf } from "../src/index.ts"

const folder = new URL("conversation/", import.meta.url)

describe("the matrix of hosts", () => {
  it("contains only hosts whose tests run", () => {
    const files = readdirSync(folder)
    const frameworks = files.map((file) => file.replace(/(?:\.gate)?\.test\.ts$/u, ""))
    expect(frameworks.toSorted()).toEqual(Object.keys(hosts).toSorted())
    for (const [nth, file] of files.entries()) {
      const test = readFileSync(new URL(file, folder), "utf8")
      expect(test).toBe(`import { converse } from "../converse.ts"\n\nconverse("${frameworks[nth]}")\n`)
    }
  })

  it("has a column with a unique name for each host", () => {
    const names = matrix.map(({ name }) => name)
    expect(names).toEqual(Object.values(hosts).flatMap((each) => each.map(({ name }) => name)))
    expect(new Set(names).size).toBe(names.length)
  })

  it("counts every test, under every prefix and behind every parser, and lists every exemption", () => {
    for (const host of Object.values(hosts).flat()) {
      const stories = storiesOf(host)
      const { chapters, exempt } = columnOf(host)
      expect(chapters.reduce((sum, { stories: count }) => sum + count, 0)).toBe(stories.length)
      expect(chapters.reduce((sum, { exempt }) => sum + exempt, 0)).toBe(exempt.length)
      expect(stories.filter(({ exempt }) => exempt !== undefined).map(({ name }) => name)).toEqual(
        exempt.map(({ story }) => story)
      )
      for (const prefix of prefixes) {
        expect(stories.filter(({ name }) => name.startsWith(`mounted under ${prefix},`)).length).toBeGreaterThan(3)
      }
      for (const parser of host.parsers)
        expect(chapters.map(({ name }) => name)).toContain(`behind the parser ${parser}`)
    }
  })

  it("cannot exempt a host from a test that does not exist", () => {
    const host = {
      name: "mine",
      mounting: "",
      listen: bareHost,
      parsers: [],
      exempt: { "it flies": { reason: "no wings", fails: "it fell" } }
    }
    expect(() => storiesOf(host)).toThrow("mine is exempt from tests that do not exist: it flies")
  })
})
