import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runCommand } from "@countersign/harness/told"
import { afterAll, describe, expect, it } from "vitest"
import { placesOf } from "../src/completion/places.ts"
import { programOf } from "../src/index.ts"

const folder = mkdtempSync(join(tmpdir(), "completion-"))
afterAll(() => rmSync(folder, { recursive: true }))

const script = async (shell: string) => (await runCommand(["completion", shell])).out
const file = join(folder, "countersign.bash")

/** The completions of bash for a line, whose last word is under the cursor. */
const completed = async (...words: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  writeFileSync(file, await script("bash"))
  const program = `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _countersign; printf '%s\\n' "\${COMPREPLY[@]}"`
  const printed = execFileSync("bash", ["-c", program, file, "countersign", ...words], { encoding: "utf8" })
  return printed.trim().split("\n")
}

describe("FU12: countersign completion", () => {
  it.each([
    [["rece"], ["receipts"]],
    [
      ["vectors", ""],
      ["list", "show", "write", "check", "help", "--help", "-h"]
    ],
    [["receipts", "export", "--p"], ["--platform"]],
    [
      ["login", "--type", ""],
      ["EMAIL_OTP", "OAUTH", "PASSKEY"]
    ],
    [["login", "--type", "PASSKEY", "--qu"], ["--quiet"]],
    [["completion", "z"], ["zsh"]],
    // bash completes a file name where the script has no words.
    [["explain", "--stamp", ""], [""]]
  ])("completes %j in bash to %j", async (words, expected) => {
    expect(await completed(...words)).toEqual(expected)
  })

  it.each([
    ["bash", (key: string) => `'${key}') words=`],
    ["zsh", (key: string) => `('${key}') found=(`],
    ["fish", (key: string) => `'__countersign_at \\'${key}\\''`]
  ])("has every command in the script of %s, each with its options", async (shell, start) => {
    const terminal = {
      env: {},
      out: () => {},
      err: () => {},
      hasColours: false,
      isWatched: false,
      stopped: async () => {}
    }
    const lines = (await script(shell)).split("\n")
    const places = placesOf(programOf(terminal, () => {})).filter(({ key }) => !key.includes(" -"))
    expect(places.length).toBeGreaterThan(25)
    for (const { key, words } of places) {
      const own = lines.filter((line) => line.includes(start(key))).join("\n")
      for (const { name } of words)
        expect([key, own]).toEqual([key, expect.stringContaining(name.replace(/^--?/u, ""))])
    }
  })

  it("refuses another shell, and lists the three", async () => {
    expect(await runCommand(["completion", "tcsh"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("bash, zsh, fish")
    })
  })
})
