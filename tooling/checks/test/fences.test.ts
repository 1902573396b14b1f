import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { packageReadmes } from "../src/readme/packageReadmes.ts"
import { namedSnippets, pagesWithSnippets } from "../src/readme/pagesRun.ts"
import { filesBelow, root, text } from "../src/workspace/disk.ts"
import { folders } from "../src/workspace/folders.ts"
import { snippetsOf } from "../src/workspace/markdown.ts"

/** Tests that find the pages they run by themselves. */
const WALKS = ["examples/sandbox-server/test/readme.gate.test.ts", "tooling/checks/test/readmes.test.ts"]

/** The tests that run or diff what a page shows. A page that is not here is run by the one of the sandbox server. */
const runBy: Readonly<Record<string, ReadonlyArray<string>>> = {
  ...Object.fromEntries(packageReadmes().map((page) => [page, ["tooling/checks/test/readmes.test.ts"]])),
  "README.md": ["examples/consumers/test/readme.gate.test.ts"],
  "docs/tutorial.md": [
    "examples/consumers/test/readme.gate.test.ts",
    "examples/sandbox-server/test/readme.gate.test.ts"
  ],
  "docs/reference/command-line.md": ["packages/kits/cli/test/docs.gate.test.ts"],
  "docs/guides/mail.md": ["adapters/smtp/test/docs.gate.test.ts", "examples/sandbox-server/test/readme.gate.test.ts"],
  "docs/maintain/model.md": ["tooling/model/test/switches.test.ts"],
  "docs/guides/mount.md": [
    "examples/hosts/test/docs.gate.test.ts",
    "examples/consumers/test/readme.gate.test.ts",
    "examples/consumers/test/runtimes.slow.test.ts"
  ],
  "docs/guides/postgres.md": [
    "adapters/postgres/test/migrate.test.ts",
    "adapters/postgres/test/upgrade.test.ts",
    "adapters/postgres/test/views.test.ts",
    "examples/sandbox-server/test/readme.gate.test.ts"
  ],
  "docs/guides/production.md": [
    "packages/kits/cli/test/production.test.ts",
    "examples/sandbox-server/test/readme.gate.test.ts"
  ],
  "docs/guides/operations.md": [
    "packages/countersign/test/logLines.test.ts",
    "examples/sandbox-server/test/readme.gate.test.ts"
  ],
  "docs/guides/react.md": ["packages/react/test/guide.gate.test.ts"],
  "docs/guides/browsers.md": ["examples/sandbox-server/test/browser/guide.gate.test.ts"],
  "docs/guides/client.md": [
    "examples/sandbox-server/test/browser/guide.gate.test.ts",
    "examples/sandbox-server/test/readme.gate.test.ts"
  ],
  "docs/guides/scale.md": ["tooling/bench/test/scale.test.ts"],
  "docs/reference/vectors.md": ["packages/kits/vectors/test/readme.test.ts"],
  "docs/guides/test-your-service.md": [
    "examples/consumers/test/yourTests.slow.test.ts",
    "examples/sandbox-server/test/browser/guide.gate.test.ts",
    "examples/sandbox-server/test/readme.gate.test.ts"
  ],
  "docs/guides/write-a-host-adapter.md": ["adapters/express/test/guide.gate.test.ts"],
  "docs/guides/write-a-store.md": ["examples/sqlite-store/test/guide.ts"]
}

/**
 * The kinds of blocks. `run` is executed and `compiled` is only compiled. The others are compared with existing files or
 * with the output of another block.
 */
const kinds = ["run", "compiled", "step", "output", "from", "file", "instead"]

const PRINTED = "<!-- Written by `npm run docs`: "

const pages = pagesWithSnippets()
const blocks = pages.flatMap((file) => snippetsOf(text(file)).map((snippet) => ({ ...snippet, file })))
const named = pages.flatMap(namedSnippets)

it("contains only blocks that are executed, compared, or shell commands", () => {
  // `npm run docs` prints a block below its marker, and `npm run check:docs` compares it.
  const isPrinted = ({ file, line }: (typeof blocks)[number]) => text(file).split("\n")[line - 4]?.startsWith(PRINTED)
  const others = blocks
    .filter(({ info, language }) => !/^[a-z]+=\S+$/u.test(info) && language !== "sh")
    .filter((block) => isPrinted(block) !== true)
  expect(others.map(({ file, line }) => `${file}:${line}`)).toEqual([])
  expect(named.filter(({ kind }) => !kinds.includes(kind))).toEqual([])
})

it("shows the output of every executed block, and executes every block with an output", () => {
  // Mails, test reports and counts are compared in their own way, and SQL that grants or sets prints nothing.
  const apart = [
    "converse",
    "grants",
    "reporting",
    "give-up",
    "vacuum",
    "all",
    "map",
    "report",
    "failure",
    "mutants",
    "mail",
    "logs",
    "python"
  ]
  const names = (kind: string) =>
    named
      .filter((block) => block.kind === kind && !apart.includes(block.name))
      .map(({ file, name }) => `${file} ${name}`)
  // The programs of the other frameworks print the output `all`.
  const untested = names("run").filter((name) => !/^docs\/guides\/mount\.md (?!users$)/u.test(name))
  // The output of login.mjs is compared by examples/consumers, which contains it as a file.
  expect([...untested, "docs/guides/mount.md login"].toSorted()).toEqual(names("output").toSorted())
})

it.each(Object.entries(runBy))("%s is read by the tests that are listed for it", (page, tests) => {
  for (const test of tests) {
    expect([test, WALKS.includes(test) || text(test).includes(page)]).toEqual([test, true])
  }
})

it("lists a test for every page with blocks in another language", () => {
  const unread = named.filter(({ kind, language }) => kind === "run" && language !== "ts").map(({ file }) => file)
  expect(unread.filter((file) => runBy[file] === undefined)).toEqual([])
})

/** Commands of a shell, each with its page. Settings in front and remarks behind are not part of one. */
const commands = blocks
  .filter(({ info, language }) => language === "sh" && info === "")
  .flatMap(({ code, file }) => code.split("\n").map((line) => ({ file, line })))
  .flatMap(({ file, line }) =>
    line
      .replace(/\s+#.*$/u, "")
      .split(" && ")
      .map((command) => ({ file, command: command.trim().replace(/^(?:[A-Z_]+=\S+\s+)+/u, "") }))
  )
  .filter(({ command }) => command !== "")

/** Shell commands that only move files on the reader's machine. */
const shell = /^(?:cd|mkdir|rm) \.\.\/|^rm \.\.\/packed|^npm (?:ci|i|install|pack)\b/u

it.each(commands)("$file: $command is an existing command", ({ command }) => {
  if (shell.test(command)) return
  const [program, ...words] = command.split(" ")
  switch (program) {
    case "npm": {
      if (words[0] === "create") {
        expect(words.slice(0, 2)).toEqual(["create", "countersign"])
        expect(existsSync(join(root, "packages/kits/create/templates", words.at(-1) ?? ""))).toBe(true)
        return
      }
      const script = words[0] === "run" ? words[1] : words[0]
      expect(Object.keys(JSON.parse(text("package.json")).scripts)).toContain(script)
      return
    }
    case "node":
    case "python3": {
      const file = words.find((word) => /\.(?:js|mjs|py)$/u.test(word)) ?? ""
      expect(existsSync(join(root, file.replace("/dist/", "/src/").replace(/(?<=\/src\/.*)\.js$/u, ".ts")))).toBe(true)
      return
    }
    case "npx": {
      if (words[0] === "vitest") return expectProject(words)
      return expectCommand(words)
    }
    default:
      expect.fail(`${command}: no check covers this program`)
  }
})

function expectProject(words: ReadonlyArray<string>): void {
  const project = words[words.indexOf("--project") + 1] ?? ""
  expect([".", ...folders].some((folder) => existsSync(join(root, folder, project)))).toBe(true)
}

/** Runs the CLI's help for a command, which prints the full command name if the command exists. */
function expectCommand([name = "", ...words]: ReadonlyArray<string>): void {
  const end = words.findIndex((word) => /^[-"]/u.test(word))
  expect(name).toBe("@countersign/cli")
  const command = ["countersign", ...(end === -1 ? words : words.slice(0, end))]
  const help = execFileSync(
    process.execPath,
    [join(root, "packages/kits/cli/bin/countersign.js"), ...command.slice(1), "--help"],
    { encoding: "utf8" }
  )
  expect(help).toContain(`Usage: ${command.join(" ")}`)
}

it("FU11: names no npm script, in prose either, that package.json does not have", () => {
  const prose = [".", "docs", "packages", "adapters", "examples", "tooling"].flatMap((folder) =>
    folder === "." ? ["README.md", "CONTRIBUTING.md", "SECURITY.md", "llms.txt"] : filesBelow(folder, ".md")
  )
  // The README of a created service names the scripts of that service: packages/kits/create/test compares them.
  const read = prose.filter((file) => !/node_modules|docs\/decisions|create\/templates/u.test(file))
  const scripts = Object.keys(JSON.parse(text("package.json")).scripts)
  const names = read.flatMap((file) =>
    [...text(file).matchAll(/npm run (?:-s )?([a-z][a-z:]*[a-z])/gu)].map(([, name = ""]) => ({ file, name }))
  )
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter(({ name }) => !scripts.includes(name))).toEqual([])
})
