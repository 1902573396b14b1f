import { readFileSync } from "node:fs"
import { runCommand } from "@countersign/harness/told"
import type { Command } from "commander"
import { describe, expect, it } from "vitest"
import { EXAMPLES } from "../src/examples.ts"
import { EXIT, programOf } from "../src/index.ts"
import { coloured, takesColours } from "../src/Terminal.ts"

const program = programOf(
  { env: {}, out: () => {}, err: () => {}, hasColours: false, isWatched: false, stopped: async () => {} },
  () => {}
)
/** The commands without subcommands, by their full names. */
const leaves = (command: Command, path: ReadonlyArray<string>): ReadonlyArray<readonly [string, Command]> =>
  command.commands.length === 0
    ? [[path.join(" "), command]]
    : command.commands.flatMap((child) => leaves(child, [...path, child.name()]))
const all = leaves(program, [])
const page = readFileSync(new URL("../../../../docs/reference/command-line.md", import.meta.url), "utf8")
const rows = page.split("\n").filter((line) => line.startsWith("| `"))

describe("every command", () => {
  it("is one of the expected commands", () => {
    const first = [
      "dev",
      "login",
      "migrate",
      "move",
      "doctor",
      "keys",
      "stamp",
      "seal",
      "open",
      "explain",
      "sandbox",
      "reseal",
      "reconcile"
    ]
    const names = program.commands.map((command) => command.name())
    expect(names.toSorted()).toEqual([...first, "policy", "receipts", "webhooks", "vectors", "completion"].toSorted())
  })

  it.each(all)("%s has --json and a description", (_, command) => {
    expect(command.options.map(({ long }) => long)).toContain("--json")
    expect(command.description()).toMatch(/^[A-Z].*\.$/u)
  })

  it.each(all)("%s is documented in docs/reference/command-line.md", (name) => {
    const [first = "", second] = name.split(" ")
    const row = rows.find((line) => line.split("|")[1]?.includes(`\`${first}`))
    expect([name, row]).toEqual([name, expect.stringContaining(second ?? first)])
  })

  it("writes one line of JSON without colours when requested", async () => {
    for (const args of [["keys"], ["migrate", "sql"], ["vectors", "list"], ["vectors", "show", "hex"]]) {
      const { out } = await runCommand([...args, "--json"], {}, { hasColours: true })
      expect([args, out.trim().split("\n").length]).toEqual([args, 1])
      expect(JSON.parse(out)).toBeTypeOf("object")
    }
  })

  it.each(all)("FU12: %s has examples in its help, which the command line accepts", async (name, command) => {
    const { out } = await runCommand([...name.split(" "), "--help"])
    const lines = EXAMPLES[name] ?? []
    expect(lines).not.toEqual([])
    for (const line of lines) {
      expect(out).toContain(`  npx @countersign/cli ${line}`)
      expect(line.startsWith(name)).toBe(true)
      // Files and shortened keys are not read here: only the names of options and the number of arguments are compared.
      const words = (
        line
          .slice(name.length)
          .replace(/ >>? .*/u, "")
          .match(/"[^"]*"|\S+/gu) ?? []
      ).map(String)
      const flags = words.filter((word) => word.startsWith("-"))
      const options = flags.map((flag) => command.options.find(({ long }) => long === flag))
      expect([line, options]).toEqual([line, options.filter((option) => option !== undefined)])
      const values = options.filter((option) => option?.required === true).length
      const required = command.registeredArguments.filter((argument) => argument.required).length
      expect(words.length - flags.length - values).toBeGreaterThanOrEqual(required)
      for (const { long, mandatory } of command.options)
        if (mandatory) expect([line, flags]).toEqual([line, expect.arrayContaining([long])])
    }
  })

  it("FU12: --version and -V print the version of the package", async () => {
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
    for (const flag of ["--version", "-V"]) {
      expect(await runCommand([flag])).toEqual({ code: EXIT.done, out: `${version}\n`, err: "" })
    }
  })

  it("exits with a documented code", () => {
    for (const code of Object.values(EXIT)) expect(page).toMatch(new RegExp(`^\\| ${code} \\| `, "mu"))
  })
})

describe("colours", () => {
  it.each([
    [{}, true, true],
    [{}, false, false],
    [{ TERM: "dumb" }, true, false],
    [{ NO_COLOR: "1" }, true, false],
    [{ NO_COLOR: "" }, true, true],
    [{ NO_COLOR: "1", FORCE_COLOR: "1" }, true, false],
    [{ FORCE_COLOR: "1" }, false, true],
    [{ FORCE_COLOR: "0" }, true, false]
  ])("with %j and a terminal: %s, are present: %s", (env, isTty, are) => {
    expect(takesColours(env, isTty)).toBe(are)
  })

  it("mark passed and failed checks on a terminal, and are absent in a pipe", async () => {
    const args = ["explain", "--payload", "no payload"]
    const [plain, bright] = [await runCommand(args), await runCommand(args, {}, { hasColours: true })]
    expect(bright.out).toContain(coloured({ hasColours: true }, "red", "FAILS"))
    expect(bright.out).not.toBe(plain.out)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a colour begins with this character
    expect(bright.out.replace(/\u001b\[\d+m/gu, "")).toBe(plain.out)
  })
})
