import { Command, InvalidArgumentError } from "commander"
import type { Environment, Resealed } from "countersign"
import { optionsOf } from "../doctor/options.ts"
import { withProgress } from "../during.ts"
import { EXIT, type Exit } from "../exit.ts"
import { type Json, print } from "../print.ts"
import { type Terminal, withoutSecrets } from "../Terminal.ts"

interface Options extends Json {
  readonly config: string
  readonly environment: ReadonlyArray<Environment>
}

/** `countersign reseal`: re-encrypts records, and reports when an older vault key can be removed. */
export const resealCommand = (terminal: Terminal, exitWith: (code: Exit) => void): Command =>
  new Command("reseal")
    .description(
      "Re-encrypts records under the first key of keys.vault while nodes are running. Exits with 3 while events under an older key remain."
    )
    .requiredOption("--config <file>", "a module that exports the options of createCountersign")
    .option(
      "--environment <mode/platform>",
      "in addition to those of the tokens: production/acme. Can be repeated",
      added,
      []
    )
    .action(async (options: Options) => {
      const found = await withProgress(terminal, "Re-encrypting", () => resealed(terminal, options))
      const isDone = found.every(({ aging }) => aging === 0)
      const words = [...found.map(lineOf), wordOf(isDone)].join("\n")
      print(terminal, options, { isDone, environments: found.map(toJson) }, words)
      if (!isDone) exitWith(EXIT.pending)
    })

const resealed = async ({ env }: Terminal, { config, environment }: Options): Promise<ReadonlyArray<Resealed>> => {
  const { resealVault } = await import("countersign")
  try {
    return await resealVault(await optionsOf(config), environment)
  } catch (error) {
    throw new Error(withoutSecrets(error instanceof Error ? error.message : String(error), env))
  }
}

const toJson = ({ until, ...found }: Resealed) => ({ ...found, until: until === undefined ? null : isoOf(until) })

const lineOf = ({ aging, environment, resealed: count, until }: Resealed): string =>
  `${environment}: ${count} re-encrypted${until === undefined ? "" : `; ${aging} events are under an older key until ${isoOf(until)}`}`

const wordOf = (isDone: boolean): string =>
  isDone
    ? "No record needs an older key. Codes and stored responses need it for one day after the last node has the new first key."
    : "Keep the older keys, and run this command again after that time."

const isoOf = (at: number): string => new Date(at).toISOString()

const added = (text: string, before: ReadonlyArray<Environment>): ReadonlyArray<Environment> => {
  const [, mode, platformId] = /^(sandbox|production)\/([A-Za-z0-9._-]{1,64})$/u.exec(text) ?? []
  if ((mode !== "sandbox" && mode !== "production") || platformId === undefined) {
    throw new InvalidArgumentError("Pass a mode and a platform: production/acme")
  }
  return [...before, { mode, platformId }]
}
