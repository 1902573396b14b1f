import { execFileSync } from "node:child_process"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { snippetsOf } from "@countersign/checks"
import { javaScriptOf } from "@countersign/harness/bundle"
import { expect, it } from "vitest"

const root = new URL("../../../", import.meta.url).pathname
const snippets = snippetsOf(readFileSync(`${root}docs/guides/mount.md`, "utf8"))
const outputOf = (name: string) => snippets.find(({ info }) => info === `output=${name}`)?.code.trim()
const promised = outputOf("all")
const runnable = snippets.flatMap(({ code, info }) => (info.startsWith("run=") ? [{ code, name: info.slice(4) }] : []))

// The other snippets run from packed packages: examples/consumers.
it("shows every framework, and only tested snippets", () => {
  expect(runnable.map(({ name }) => name)).toEqual("nest hono hono-web next node-http lambda users".split(" "))
  const elsewhere = snippets.filter(({ info }) => /^(?:(?:file|step)=|output=(?:login|users)$)/u.test(info))
  expect(snippets.length).toBe(runnable.length + elsewhere.length + 1)
  expect(promised).toMatch(/^200 /u)
})

it.each(runnable)(
  "docs/guides/mount.md: $name runs as a program, and prints the output shown",
  async ({ code, name }) => {
    const file = `${root}examples/hosts/.mount-${name}.mjs`
    writeFileSync(file, await javaScriptOf(code))
    try {
      expect(execFileSync(process.execPath, [file], { encoding: "utf8", timeout: 500_000 }).trim()).toBe(
        outputOf(name) ?? promised
      )
    } finally {
      rmSync(file)
    }
  }
)
