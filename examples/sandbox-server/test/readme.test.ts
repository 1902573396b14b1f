import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { promisify } from "node:util"
import { type Named, namedSnippets, pagesWithSnippets, snippetsOf } from "@countersign/checks"
import { cluster } from "@countersign/harness/postgres"
import { describe, expect, it } from "vitest"

const database = cluster({ isDurable: true })
const root = new URL("../../../", import.meta.url).pathname
/** Pages whose programs other tests run: they need a mail server, a framework, or the adapter that they are about. */
const elsewhere = ["docs/guides/mount.md", "docs/guides/write-a-host-adapter.md", "docs/guides/mail.md mail"]
const runnable = pagesWithSnippets()
  .flatMap(namedSnippets)
  .filter(({ kind, language }) => kind === "run" && language === "js")
  .filter(({ file, name }) => !elsewhere.includes(file) && !elsewhere.includes(`${file} ${name}`))

const key = () => randomBytes(32).toString("hex")
const vault = key()
// The pages share a database, and some of them leave it to the vault key where wallets come from.
const keys = { VAULT_KEY: vault, WALLETS_KEY: vault, SERVICE_KEY: key() }

const PROMISE = "runs, and prints what it says it prints"

/** Runs a snippet as a program, and compares all that it printed with what its page shows. */
const expectPrinted = async ({ code, file: page, name }: Named) => {
  const file = `${root}examples/sandbox-server/.snippet-${name}.mjs`
  writeFileSync(file, code)
  try {
    const env = { ...process.env, ...keys, ACME_SECRET: "a long random secret", DATABASE_URL: database.url() }
    const { stdout } = await promisify(execFile)(process.execPath, [file], { encoding: "utf8", timeout: 30_000, env })
    const promised = namedSnippets(page).find((shown) => shown.kind === "output" && shown.name === name)
    expect(stdout.trim()).toBe(promised?.code.trim())
  } finally {
    rmSync(file)
  }
}

describe("the documents", () => {
  const isStored = ({ code }: { readonly code: string }) => code.includes("DATABASE_URL")

  // Those in memory share nothing, so they run side by side; what is due in a database is taken by whoever is there first.
  it.concurrent.each(runnable.filter((snippet) => !isStored(snippet)))(`$file: $name ${PROMISE}`, expectPrinted)
  it.each(runnable.filter(isStored))(`$file: $name ${PROMISE}`, expectPrinted)

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
})
