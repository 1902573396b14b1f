import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { Command, CommanderError } from "commander"
import { completionCommand } from "./completion/command.ts"
import { devCommand } from "./dev/command.ts"
import { doctorCommand } from "./doctor/command.ts"
import { addExamples } from "./examples.ts"
import { EXIT, type Exit } from "./exit.ts"
import { explainCommand } from "./explain/command.ts"
import { keyCommands } from "./keys/commands.ts"
import { loginCommand } from "./login/command.ts"
import { migrateCommand } from "./migrate/command.ts"
import { moveCommand } from "./move/command.ts"
import { policyCommand } from "./policy/command.ts"
import { receiptsCommand } from "./receipts/command.ts"
import { reconcileCommand } from "./reconcile/command.ts"
import { resealCommand } from "./reseal/command.ts"
import { sandboxCommand } from "./service/sandbox.ts"
import { webhooksCommand } from "./service/webhooks.ts"
import type { Terminal } from "./Terminal.ts"
import { vectorsCommand } from "./vectors/command.ts"

export const programOf = (terminal: Terminal, exitWith: (code: Exit) => void): Command => {
  const program = new Command("countersign")
    .description(
      "Operates Countersign. Exit codes: 0 done, 1 failed, 2 invalid command line, 3 something remains to be done."
    )
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .option("-V, --version", "print the version")
    .on("option:version", () => {
      terminal.out(`${version()}\n`)
      throw new CommanderError(0, "commander.version", "")
    })
    .exitOverride()
  for (const command of [
    devCommand(terminal),
    loginCommand(terminal),
    migrateCommand(terminal, exitWith),
    moveCommand(terminal, exitWith),
    doctorCommand(terminal, exitWith),
    explainCommand(terminal, exitWith),
    ...keyCommands(terminal),
    policyCommand(terminal, exitWith),
    receiptsCommand(terminal, exitWith),
    reconcileCommand(terminal, exitWith),
    resealCommand(terminal, exitWith),
    sandboxCommand(terminal),
    webhooksCommand(terminal),
    vectorsCommand(terminal, exitWith),
    completionCommand(terminal)
  ]) {
    program.addCommand(command)
  }
  complete(program, "")
  return program
}

/** Runs one command line, without the program name. Returns the exit code. */
export const run = async (args: ReadonlyArray<string>, terminal: Terminal): Promise<Exit> => {
  let exit: Exit = EXIT.done
  const program = programOf(terminal, (code) => {
    exit = code
  })
  try {
    await program.parseAsync(args, { from: "user" })
    return exit
  } catch (error) {
    // Commander has already printed its error; requested help is not a failure.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
    terminal.err(`${error instanceof Error ? error.message : String(error)}\n`)
    return EXIT.failed
  }
}

/** The version in the package.json, which is read on request only. */
const version = (): string =>
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve("@countersign/cli/package.json"), "utf8")).version

/** Adds the examples and `--json`, and copies the settings to subcommands, which do not inherit them when created separately. */
const complete = (command: Command, name: string): void => {
  addExamples(command, name)
  const isComplete = command.commands.length > 0 || command.options.some(({ long }) => long === "--json")
  if (!isComplete) command.option("--json", "write one line of JSON")
  for (const child of command.commands) {
    child.copyInheritedSettings(command)
    complete(child, `${name} ${child.name()}`.trim())
  }
}
