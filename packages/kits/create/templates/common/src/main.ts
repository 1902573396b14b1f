import { existsSync } from "node:fs"
import { start } from "./service.ts"
import { settingsOf } from "./settings.ts"

// Variables that are already set win over the file.
if (existsSync(".env")) process.loadEnvFile()

const service = await start(settingsOf(process.env))
console.log(`Listening on ${service.url}`)

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    service.stop().then(
      () => process.exit(0),
      (error) => {
        console.error(error)
        process.exit(1)
      }
    )
  })
}
