import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { chapters } from "@countersign/checks"
import ts from "typescript"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { buildSite, flawsOf } from "../src/index.ts"
import { slugger } from "../src/slug.ts"

const folder = mkdtempSync(join(tmpdir(), "countersign-site-"))
afterAll(() => rmSync(folder, { recursive: true }))

const textOf = (url: string) => readFileSync(join(folder, "site", url), "utf8")

describe("the site", () => {
  // Of the API reference the client's alone: all packages take half a minute, and `npm run site` builds them.
  beforeAll(() => buildSite(join(folder, "site"), "client"), 120_000)

  it("has no link that leads nowhere, no page without one first heading and a title, and loads nothing from elsewhere", () => {
    expect(flawsOf(join(folder, "site"))).toEqual([])
  })

  it("leads to every listed page from every page", () => {
    const links =
      textOf("generated/errors.html")
        .match(/<nav .*<\/nav>/su)?.[0]
        .match(/<a /gu) ?? []
    expect(links.length).toBeGreaterThanOrEqual(chapters.flatMap(({ pages }) => pages).length)
  })

  it("shows each call of the contract with its parameters, body and answers", () => {
    const page = textOf("http/authentication.html")
    expect(page).toContain('<h2 id="post-authcredentialsidverify">POST /auth/credentials/{id}/verify</h2>')
    expect(page).toContain("encryptedOtpBundle")
    expect(page).toContain('href="schemas.html#signedrequestchallenge"')
  })

  it("has an anchor for each error code", () => {
    expect(textOf("generated/errors.html")).toContain('<h2 id="unauthorized">UNAUTHORIZED</h2>')
  })

  it("shows what the client exports, with its words", () => {
    expect(textOf("api/interfaces/ClientOptions.html")).toContain("The public key the service signs its bundles with")
  })

  it("has the list for programs, and what it links to as data", () => {
    expect(textOf("llms.txt")).toContain("# Countersign")
    expect(JSON.parse(textOf("generated/openapi.json")).openapi).toMatch(/^3\./u)
  })
})

describe("flawsOf", () => {
  const flawsIn = (pages: Readonly<Record<string, string>>) => {
    const at = mkdtempSync(join(folder, "flaws-"))
    mkdirSync(join(at, "a"))
    for (const [name, html] of Object.entries(pages)) writeFileSync(join(at, name), html)
    return flawsOf(at)
  }
  const good = '<title>T</title><h1 id="top">T</h1>'

  it.each([
    ["a link to no page", `${good}<a href="gone.html">x</a>`, "gone.html leads nowhere"],
    ["a link to no anchor", `${good}<a href="#gone">x</a>`, "#gone leads nowhere"],
    ["a picture that is not there", `${good}<img src="gone.svg">`, "gone.svg leads nowhere"],
    ["two first headings", `${good}<h1>U</h1>`, "has not one first heading"],
    ["no first heading", "<title>T</title>", "has not one first heading"],
    ["no title", "<h1>T</h1>", "has no title"],
    ["a script from elsewhere", `${good}<script src="https://cdn.example/x.js"></script>`, "from elsewhere"],
    ["a font from elsewhere", `${good}<link rel="stylesheet" href="//fonts.example/x.css">`, "from elsewhere"]
  ])("finds %s", (_, html, flaw) => {
    expect(flawsIn({ "page.html": html }).join("\n")).toContain(flaw)
  })

  it("finds nothing wrong with links up, down, to anchors, and to other sites", () => {
    const index = `${good}<a href="a/page.html#top">x</a><a href="https://elsewhere.example">y</a><a href="#top">z</a>`
    expect(flawsIn({ "index.html": index, "a/page.html": `${good}<a href="../index.html">x</a>` })).toEqual([])
  })
})

describe("an anchor", () => {
  it("is spelled as GitHub spells it, and a second one of a name has a number", () => {
    const slug = slugger()
    expect(["Sign a user in", "What's `sent`, and not?", "I1 & I2", "Sign a user in"].map(slug)).toEqual([
      "sign-a-user-in",
      "whats-sent-and-not",
      "i1--i2",
      "sign-a-user-in-1"
    ])
  })
})

it("the published types are read by TypeScript 5.9, in a strict host", () => {
  const file = new URL("./host.ts", import.meta.url).pathname
  const program = ts.createProgram([file], {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: []
  })
  expect(ts.version).toMatch(/^5\.9\./u)
  expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)).toEqual([])
})
