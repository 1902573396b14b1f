import { sandboxWords, serveSandbox } from "@countersign/cli/dev"
import { settingsOf } from "./settings.ts"

const fail = (error: unknown): never => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

const start = async () => serveSandbox(settingsOf(process.argv.slice(2), process.env))
const starting = start()

/** A signal during startup stops the sandbox after startup. Further signals, such as those of npm, have no effect. */
let isStopping = false
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (isStopping) return
    isStopping = true
    starting.then((started) => started.close()).then(() => process.exit(0), fail)
  })
}

const sandbox = await starting.catch(fail)
const pages = [
  ["Wallet page", `${sandbox.origin}/`] as const,
  ["Operator page", `${sandbox.origin}/operator/`] as const
]
for (const line of sandboxWords(sandbox, pages)) console.log(line)
console.log("Sign in from a second shell: npm run login\n")
