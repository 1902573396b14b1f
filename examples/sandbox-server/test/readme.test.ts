import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { snippetsOf } from "@countersign/tools"
import { describe, expect, it } from "vitest"
import { cluster } from "../../../adapters/postgres/test/cluster.ts"

const database = cluster({ isDurable: true })
const root = new URL("../../../", import.meta.url).pathname
const named = (document: string, kind: string) =>
  snippetsOf(readFileSync(root + document, "utf8")).flatMap((snippet) => {
    const name = new RegExp(`(?:^|\\s)${kind}=([a-z-]+)`, "u").exec(snippet.info)?.[1]
    return name === undefined ? [] : [{ ...snippet, document, name }]
  })
const runnable = [
  "README.md",
  "docs/signed-retry.md",
  "docs/production.md",
  "docs/operations.md",
  "docs/external-accounts.md",
  "docs/sandbox.md",
  "docs/webhooks.md",
  "docs/customers.md"
].flatMap((document) => named(document, "run"))

describe("the documents", () => {
  it.each(runnable)("$document: $name runs, and prints what it says it prints", ({ code, document, name }) => {
    const file = `${root}examples/sandbox-server/.snippet-${name}.mjs`
    writeFileSync(file, code)
    try {
      const keys = { VAULT_KEY: "1f".repeat(32), SERVICE_KEY: "2e".repeat(32) }
      const env = { ...process.env, ...keys, ACME_SECRET: "a long random secret", DATABASE_URL: database.url() }
      const printed = execFileSync(process.execPath, [file], { encoding: "utf8", timeout: 30_000, env })
      const promised = named(document, "output").find((output) => output.name === name)
      expect(printed.trim()).toBe(promised?.code.trim())
    } finally {
      rmSync(file)
    }
  })

  it("names only commands that package.json has, and no snippet that nobody runs", () => {
    const { scripts } = JSON.parse(readFileSync(`${root}package.json`, "utf8"))
    for (const { code, info, language, line } of snippetsOf(readFileSync(`${root}README.md`, "utf8"))) {
      if (language === "sh") {
        for (const [, script] of code.matchAll(/npm (?:run )?(start|test|login|check|docs|fix)\b/gu)) {
          expect(Object.keys(scripts)).toContain(script)
        }
      } else {
        expect([line, /run=|file=|output=/u.test(info)]).toEqual([line, true])
      }
    }
  })

  it("shows the house as it stands", () => {
    const map = named("README.md", "output").find(({ name }) => name === "map")
    const rooms = ["packages", "adapters", "examples"].flatMap((folder) =>
      readdirSync(root + folder).map((room) => `${folder}/${room}`)
    )
    const shown = map?.code
      .trim()
      .split("\n")
      .map((line) => line.split(/\s{2,}/u)[0])
    expect(shown?.toSorted()).toEqual(rooms.toSorted())
  })
})
