import { settingsOf } from "./settings.ts"
import { startSandboxServer } from "./startSandboxServer.ts"

const fail = (error: unknown): never => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

const start = async () => startSandboxServer(settingsOf(process.argv.slice(2), process.env))
const starting = start()

/** Told to stop while it starts, it stops once it has. Whoever tells it again, as npm does, changes nothing. */
let isStopping = false
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (isStopping) return
    isStopping = true
    starting.then((started) => started.close()).then(() => process.exit(0), fail)
  })
}

const server = await starting.catch(fail)

console.log(`
Countersign sandbox

  Wallet page   ${server.page}
  Base URL      ${server.baseUrl}
  Token id      ${server.token.id}
  Token secret  ${server.token.secret}
  Docs          ${server.baseUrl}/docs
  OpenAPI       ${server.baseUrl}/openapi.json
  Bundle signer ${server.bundleSigner}
  Records       ${server.where}
`)
if (server.developmentDefaults.length > 0) {
  console.log("Development defaults in force:")
  const width = Math.max(...server.developmentDefaults.map(({ option }) => option.length))
  for (const { meaning, option } of server.developmentDefaults) console.log(`  ${option.padEnd(width)} ${meaning}`)
  console.log()
}
console.log("Sign in from a second shell: npm run login\n")
