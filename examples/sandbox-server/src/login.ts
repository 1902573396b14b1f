import { login } from "./loginFlow.ts"
import { recallServer, sandboxFile } from "./sandboxServer.ts"

try {
  const session = await login(await recallServer(sandboxFile()), (line) => console.log(line))
  console.log(`\nSigned in. ${session.id} is active until ${session.expiresAt}.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
