import { existsSync } from "node:fs"
import { start } from "./service.ts"
import { settingsOf } from "./settings.ts"

// Variables that are already set win over the file.
if (existsSync(".env")) process.loadEnvFile()

const settings = settingsOf(process.env)
const service = await start(settings)
console.log(`Listening on ${service.url}: ${settings.mode}, data in ${settings.database ? "PostgreSQL" : "memory"}`)
const offered = settings.mode === "sandbox" ? "any origin" : settings.passkeyOrigins.join(" ") || "no origin"
console.log(`On: passkeys of ${offered}, proof of new addresses, exports by passkey alone`)

for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.on(signal, async () => {
    await service.stop()
    process.exit(0)
  })
