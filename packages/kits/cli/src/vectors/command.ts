import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import type { Case, VectorFile } from "@countersign/vectors"
import { Command } from "commander"
import { EXIT, type Exit } from "../exit.ts"
import { jsonIn } from "../json.ts"
import { type Json, print } from "../print.ts"
import { coloured, type Terminal } from "../Terminal.ts"

const { resolve } = createRequire(import.meta.url)

/** The files by group, in the recommended order. Loaded only here, so that the other commands start without them. */
const texts = async (): Promise<ReadonlyMap<string, string>> => {
  const { groupNames } = await import("@countersign/vectors")
  const read = (group: string) => readFileSync(resolve(`@countersign/vectors/json/${group}.json`), "utf8")
  return new Map(groupNames.map((group) => [group, read(group)]))
}

const files = async (): Promise<ReadonlyArray<VectorFile>> =>
  [...(await texts()).values()].map((text) => JSON.parse(text))

/** The result of a reader in another language for a case: a value, or the check that rejected it. */
interface GivenAnswer {
  readonly group: string
  readonly name: string
  readonly value?: unknown
  readonly check?: unknown
  readonly cause?: unknown
}

/** A case and the error in its answer, for display. */
interface Difference {
  readonly group: string
  readonly name: string
  readonly operation: string
  readonly what: string
}

/** Returns the answers that differ from the vectors. A group with any answer must answer all of its cases. */
const differences = (
  files: ReadonlyArray<VectorFile>,
  answers: ReadonlyArray<GivenAnswer>
): ReadonlyArray<Difference> => {
  const given = new Map(answers.map((answer) => [keyOf(answer.group, answer.name), answer]))
  const groups = new Set(answers.map(({ group }) => group))
  return files
    .filter(({ group }) => groups.has(group))
    .flatMap(({ cases, group }) =>
      cases.flatMap((vector) => {
        const what = differenceOf(vector, given.get(keyOf(group, vector.name)))
        return what === undefined ? [] : [{ group, name: vector.name, operation: vector.operation, what }]
      })
    )
}

/** Returns answers with an unknown name, so that a misspelt name does not pass as an omitted case. */
const strangers = (files: ReadonlyArray<VectorFile>, answers: ReadonlyArray<GivenAnswer>) => {
  const requested = new Set(files.flatMap(({ cases, group }) => cases.map(({ name }) => keyOf(group, name))))
  return answers.filter(({ group, name }) => !requested.has(keyOf(group, name)))
}

const keyOf = (group: string, name: string) => `${group}\n${name}`

const differenceOf = (vector: Case, answer: GivenAnswer | undefined): string | undefined => {
  if (answer === undefined) return "has no answer"
  if (answer.check === undefined && answer.value === undefined) return "has neither a value nor a check"
  if (vector.valid) {
    if (answer.check !== undefined) return `is refused as ${String(answer.check)}, and must have a value`
    return isDeepStrictEqual(answer.value, vector.value)
      ? undefined
      : `gives ${JSON.stringify(answer.value)}, not ${JSON.stringify(vector.value)}`
  }
  if (answer.check === undefined) return `is accepted, and must be refused as ${vector.check}: ${vector.why}`
  if (answer.check !== vector.check) return `is refused as ${String(answer.check)}, not as ${vector.check}`
  // A cause is optional on either side.
  return vector.cause === undefined || answer.cause === undefined || answer.cause === vector.cause
    ? undefined
    : `is refused because of ${String(answer.cause)}, not of ${vector.cause}`
}

/** Reads a JSON list of answers from a file, or from stdin for `-`. */
const readAnswers = (file: string): ReadonlyArray<GivenAnswer> => {
  const answers = jsonIn(readFileSync(file === "-" ? 0 : file, "utf8"))
  if (Array.isArray(answers) && answers.length > 0 && answers.every(isAnswer)) return answers
  throw new Error(
    'Pass a JSON list of answers, each { "group", "name", "value" } or, if refused, { "group", "name", "check" }.'
  )
}

const isAnswer = (answer: unknown): answer is GivenAnswer => {
  const { group, name } = { group: undefined, name: undefined, ...Object(answer) }
  return typeof group === "string" && typeof name === "string"
}

/** `countersign vectors`: valid and invalid protocol values, for clients and servers in any language. */
export const vectorsCommand = (terminal: Terminal, exitWith: (code: Exit) => void): Command => {
  const list = async (options: Json) => {
    const groups = (await files()).map(({ about, cases, group }) => ({ group, cases: cases.length, about }))
    const words = groups.map(({ about, cases, group }) => `${group.padEnd(18)} ${String(cases).padStart(3)}  ${about}`)
    print(terminal, options, { groups }, words.join("\n"))
  }
  const show = async (group: string, options: Json) => {
    const known = await texts()
    const text = known.get(group)
    if (text === undefined) {
      throw new Error(`There is no group ${group}. The groups are: ${[...known.keys()].join(", ")}`)
    }
    print(terminal, options, JSON.parse(text), text.trimEnd())
  }
  const write = async (folder: string, options: Json) => {
    mkdirSync(folder, { recursive: true })
    const written = [...(await texts())].map(([group, text]) => {
      const file = join(folder, `${group}.json`)
      writeFileSync(file, text)
      return file
    })
    print(terminal, options, { written }, `Wrote ${written.length} files to ${folder}.`)
  }
  const check = async ({ answers: file, ...options }: Json & { readonly answers: string }) => {
    const vectors = await files()
    const answers = readAnswers(file)
    const [other] = strangers(vectors, answers)
    if (other !== undefined) throw new Error(`${other.group} has no case ${JSON.stringify(other.name)}.`)
    const wrong = differences(vectors, answers)
    const words = [...wrong.map((each) => lineOf(terminal, each)), `${answers.length} answers, ${wrong.length} wrong`]
    print(terminal, options, { answers: answers.length, wrong }, words.join("\n"))
    if (wrong.length > 0) exitWith(EXIT.pending)
  }
  return new Command("vectors")
    .description("Test vectors: valid and invalid protocol values, for an implementation in any language.")
    .addCommand(command("list", "Lists the groups, in the recommended order.").action(list))
    .addCommand(command("show", "Prints one group.").argument("<group>", "a group of `list`").action(show))
    .addCommand(command("write", "Writes all groups as files.").argument("<folder>").action(write))
    .addCommand(
      command("check", "Compares the answers of a reader with the vectors. Exits with 3 if one is wrong.")
        .requiredOption(
          "--answers <file>",
          "a JSON list of { group, name, value } or { group, name, check }; - for stdin"
        )
        .action(check)
    )
}

const command = (name: string, description: string): Command => new Command(name).description(description)

const lineOf = (terminal: Terminal, { group, name, operation, what }: Difference): string =>
  `${coloured(terminal, "red", "WRONG")}  ${group}: ${operation}, ${name}: ${what}`
