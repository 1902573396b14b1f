import { sandboxFile } from "./sandboxServer.ts"
import { startSandboxServer } from "./startSandboxServer.ts"

const port = Number(process.env.PORT ?? 4100)
const server = await startSandboxServer({ port, file: sandboxFile() }).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

console.log(`
Countersign sandbox

  Base URL      ${server.baseUrl}
  Token id      ${server.token.id}
  Token secret  ${server.token.secret}
  Docs          ${server.baseUrl}/docs
  OpenAPI       ${server.baseUrl}/openapi.json
  Bundle signer ${server.bundleSigner}

Development defaults in force:
${server.developmentDefaults.map(({ meaning, option }) => `  ${option.padEnd(8)} ${meaning}`).join("\n")}

Sign in from a second shell: npm run login
`)

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    server.close().then(() => process.exit(0))
  })
}
