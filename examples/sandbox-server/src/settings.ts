import { dirname, join } from "node:path"
import { atUrl, inDatabase, inMemory, type SandboxSettings, sandboxFile } from "@countersign/cli/dev"
import { startEmbeddedDatabase } from "./embeddedDatabase.ts"
import { walletFront } from "./walletFront.ts"

/** Reads the command line and the environment. What is not understood is refused: a typo must not cost data. */
export const settingsOf = (args: ReadonlyArray<string>, env: NodeJS.ProcessEnv): SandboxSettings => {
  const unknown = args.find((arg) => arg !== "--memory")
  if (unknown !== undefined) throw new Error(`${unknown} is no option. There is one: npm start -- --memory`)
  const port = Number(env.PORT ?? 4100)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`PORT must be a number from 0 to 65535, not ${JSON.stringify(env.PORT)}`)
  }
  const file = sandboxFile(env)
  const settings = { port, file, front: walletFront, elsewhere: "PORT=4200 npm start" }
  if (args.includes("--memory")) return { ...settings, open: inMemory }
  const url = env.DATABASE_URL
  const secretsFile = join(dirname(file), "secrets.json")
  return url === undefined || url === ""
    ? { ...settings, open: () => inOwnDatabase(join(dirname(file), "postgres"), secretsFile) }
    : {
        ...settings,
        open: () => inDatabase({ start: atUrl(url), secretsFile, where: "in the database of DATABASE_URL" })
      }
}

const inOwnDatabase = (folder: string, secretsFile: string) =>
  inDatabase({
    start: () => startEmbeddedDatabase(folder),
    secretsFile,
    where: `in PostgreSQL, files in ${folder}`
  })
