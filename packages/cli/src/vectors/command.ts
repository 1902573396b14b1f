import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Command } from "commander"
import { coloured } from "../colour.ts"
import { EXIT, type Exit } from "../exit.ts"
import { said } from "../said.ts"
import type { Terminal } from "../Terminal.ts"
import { files, textOf, texts } from "./files.ts"
import { type Difference, differences, strangers } from "./judge.ts"
import { readAnswers } from "./readAnswers.ts"

interface Json {
  readonly json?: boolean
}

/** `countersign vectors`: the bytes of the handshake, right and wrong, for clients and servers in any language. */
export const vectorsCommand = (terminal: Terminal, exitWith: (code: Exit) => void): Command => {
  const list = async (options: Json) => {
    const groups = (await files()).map(({ about, cases, group }) => ({ group, cases: cases.length, about }))
    const words = groups.map(({ about, cases, group }) => `${group.padEnd(18)} ${String(cases).padStart(3)}  ${about}`)
    said(terminal, options, { groups }, words.join("\n"))
  }
  const show = async (group: string, options: Json) => {
    const text = await textOf(group)
    said(terminal, options, JSON.parse(text), text.trimEnd())
  }
  const write = async (folder: string, options: Json) => {
    mkdirSync(folder, { recursive: true })
    const written = [...(await texts())].map(([group, text]) => {
      const file = join(folder, `${group}.json`)
      writeFileSync(file, text)
      return file
    })
    said(terminal, options, { written }, `Wrote ${written.length} files to ${folder}.`)
  }
  const check = async ({ answers: file, ...options }: Json & { readonly answers: string }) => {
    const vectors = await files()
    const answers = readAnswers(file)
    const [stranger] = strangers(vectors, answers)
    if (stranger !== undefined) throw new Error(`${stranger.group} has no case ${JSON.stringify(stranger.name)}.`)
    const wrong = differences(vectors, answers)
    const words = [...wrong.map((each) => lineOf(terminal, each)), `${answers.length} answers, ${wrong.length} wrong`]
    said(terminal, options, { answers: answers.length, wrong }, words.join("\n"))
    if (wrong.length > 0) exitWith(EXIT.pending)
  }
  return new Command("vectors")
    .description("The bytes of the handshake, right and wrong, for an implementation in any language.")
    .addCommand(command("list", "Lists the groups, in the order in which to go through them.").action(list))
    .addCommand(command("show", "Prints one group.").argument("<group>", "as `list` names it").action(show))
    .addCommand(command("write", "Writes all groups as files.").argument("<folder>").action(write))
    .addCommand(
      command("check", "Compares the answers of a reader; exits 3 where one is wrong.")
        .requiredOption(
          "--answers <file>",
          "a JSON list of { group, name, value } or { group, name, check }; - for stdin"
        )
        .action(check)
    )
}

const command = (name: string, description: string): Command =>
  new Command(name).description(description).option("--json", "write one line of JSON")

const lineOf = (terminal: Terminal, { group, name, operation, what }: Difference): string =>
  `${coloured(terminal, "red", "WRONG")}  ${group}: ${operation}, ${name}: ${what}`
