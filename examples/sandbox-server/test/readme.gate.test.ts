import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { type Named, namedSnippets, pagesWithSnippets, snippetsOf } from "@countersign/checks"
import { bundle } from "@countersign/harness/bundle"
import { cluster } from "@countersign/harness/postgres"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const database = cluster({ isDurable: true })
const root = new URL("../../../", import.meta.url).pathname
/** Pages whose programs other tests run: they need a mail server, a framework, or the adapter of the page. */
const elsewhere = ["docs/guides/mount.md", "docs/guides/write-a-host-adapter.md", "docs/guides/mail.md mail"]
const runnable = pagesWithSnippets()
  .flatMap(namedSnippets)
  .filter(({ file, kind, language }) => file.startsWith("docs/") && kind === "run" && language === "ts")
  .filter(({ file, name }) => !elsewhere.includes(file) && !elsewhere.includes(`${file} ${name}`))

const key = () => randomBytes(32).toString("hex")
const vault = key()
// The pages share a database, and some do not set a wallets key, so wallets derive from the vault key.
const keys = { VAULT_KEY: vault, WALLETS_KEY: vault, SERVICE_KEY: key() }

const PROMISE = "runs, and prints the output that it shows"

/** The programs as a reader writes them into a project, joined with what they import. */
const written = mkdtempSync(`${root}examples/sandbox-server/.snippets-`)
let bundled: Awaited<ReturnType<typeof bundle>>
beforeAll(async () => {
  const files = runnable.map((_, at) => join(written, `${at}.ts`))
  for (const [at, { code }] of runnable.entries()) writeFileSync(join(written, `${at}.ts`), code)
  bundled = await bundle(files)
})
afterAll(async () => {
  rmSync(written, { recursive: true })
  await bundled?.stop()
})

/** The output of a program without the lines that the log of its service writes, one JSON object each. */
const withoutLog = (output: string): string => output.replaceAll(/^\{"message":.*\n/gmu, "").trim()

/** Runs a snippet as a program, and compares its output with the page. */
const expectPrinted = async (snippet: Named) => {
  const { file: page, name } = snippet
  const env = { ...process.env, ...keys, ACME_SECRET: "a long random secret", DATABASE_URL: database.url() }
  const file = String(bundled.files[runnable.indexOf(snippet)])
  const { stdout } = await promisify(execFile)(process.execPath, [file], { encoding: "utf8", timeout: 500_000, env })
  const promised = namedSnippets(page).find((shown) => shown.kind === "output" && shown.name === name)
  expect(withoutLog(stdout)).toBe(promised?.code.trim())
}

describe("the documents", () => {
  const isStored = ({ code }: { readonly code: string }) => code.includes("DATABASE_URL")

  // Snippets in memory share nothing and run in parallel. In a database, any program may claim the due work.
  it.concurrent.each(runnable.filter((snippet) => !isStored(snippet)))(`$file: $name ${PROMISE}`, expectPrinted)
  it.each(runnable.filter(isStored))(`$file: $name ${PROMISE}`, expectPrinted)

  it("names only commands of package.json, and has no snippet without a test", () => {
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
