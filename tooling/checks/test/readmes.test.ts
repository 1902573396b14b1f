import { execFile, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { packageReadmeProblems, packageReadmes, readmeProblems } from "../src/readme/packageReadmes.ts"
import { namedSnippets } from "../src/readme/pagesRun.ts"
import { root } from "../src/workspace/disk.ts"

describe("the README of a published package", () => {
  const page =
    '# a\n\n```sh\nnpm run pack -- ../packed countersign # here\n```\n\nOnce published: `npm i countersign @b/c`\n\n```ts compiled=a\nimport { c } from "@b/c/d"\n```\n\nSee `docs/there.md`.\n'
  const problems = (markdown: string) =>
    readmeProblems("packages/a/README.md", markdown, (path) => path === "docs/there.md").map((line) =>
      line.replace("packages/a/README.md  readme  ", "")
    )

  it("exists for every package, in the expected form", () => {
    expect(packageReadmeProblems()).toEqual([])
    expect(problems(page)).toEqual([])
  })

  it.each([
    ["is longer than 60 lines", `${page}\n${"a\n".repeat(60)}`, "has 74 lines"],
    ["has no snippet in TypeScript", page.replace("```ts", "```js"), "has no snippet in TypeScript"],
    ["imports what its reader has not installed", page.replace(" @b/c`", "`"), "imports @b/c"],
    [
      "has no command that works before a release",
      page.replace("run pack", "install"),
      "has no `npm run pack -- ../packed"
    ],
    ["links a file that npm does not show", `${page}[a](../../docs/there.md)`, "links ../../docs/there.md"],
    ["names a document that does not exist", `${page}\`docs/gone.md\``, "names docs/gone.md"]
  ])("is refused when it %s", (_, markdown, message) => {
    expect(problems(markdown)).toEqual([expect.stringContaining(message)])
  })
})

describe("the snippets of package READMEs", () => {
  const snippets = packageReadmes().flatMap((file) =>
    namedSnippets(file)
      .filter(({ language }) => language === "ts")
      .map((snippet) => ({ ...snippet, module: `${basename(dirname(file))}-${snippet.name}` }))
  )
  // Inside the repository, where Node and the compiler find the packages.
  mkdirSync(join(root, ".build"), { recursive: true })
  const folder = mkdtempSync(join(root, ".build/readmes-"))
  afterAll(() => rmSync(folder, { recursive: true }))

  let compiled = {}
  beforeAll(() => {
    for (const { code, module } of snippets) writeFileSync(join(folder, `${module}.ts`), code)
    // The types of Koa compile in no other way; examples/consumers compile ours without it.
    const compilerOptions = {
      composite: false,
      declaration: false,
      declarationMap: false,
      skipLibCheck: true,
      types: ["node"]
    }
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ extends: "../../tsconfig.base.json", compilerOptions })
    )
    const tsc = join(root, "node_modules/typescript/lib/tsc.js")
    const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" })
    compiled = { status, stdout }
  })

  it("compile against the built packages, with the compiler options of the repository", () => {
    expect(compiled).toEqual({ status: 0, stdout: "" })
  })

  it.concurrent.each(snippets.filter(({ kind }) => kind === "run"))(
    "$file: $name prints what the page shows",
    async (snippet) => {
      const { stdout } = await promisify(execFile)(process.execPath, [join(folder, `${snippet.module}.js`)], {
        timeout: 500_000
      })
      const shown = namedSnippets(snippet.file).find(({ kind, name }) => kind === "output" && name === snippet.name)
      expect(stdout.trim()).toBe(shown?.code.trim())
    }
  )
})
