import { dirname, join } from "node:path"
import { sandboxFile } from "./sandboxServer.ts"

/** Where the sandbox keeps what it knows. */
export type Data =
  | { readonly kind: "embedded"; readonly folder: string }
  | { readonly kind: "server"; readonly url: string; readonly folder: string }
  | { readonly kind: "memory" }

export interface Settings {
  readonly port: number
  /** Where a running sandbox leaves word of itself; what it keeps stands in folders beside it. */
  readonly file: string
  readonly data: Data
}

/** Reads the command line and the environment. What is not understood is refused: a typo must not cost data. */
export const settingsOf = (args: ReadonlyArray<string>, env: NodeJS.ProcessEnv): Settings => {
  const unknown = args.find((arg) => arg !== "--memory")
  if (unknown !== undefined) throw new Error(`${unknown} is no option. There is one: npm start -- --memory`)
  const port = Number(env.PORT ?? 4100)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`PORT must be a number from 0 to 65535, not ${JSON.stringify(env.PORT)}`)
  }
  const file = sandboxFile()
  const folder = dirname(file)
  const url = env.DATABASE_URL
  if (args.includes("--memory")) return { port, file, data: { kind: "memory" } }
  return url === undefined || url === ""
    ? { port, file, data: { kind: "embedded", folder: join(folder, "postgres") } }
    : { port, file, data: { kind: "server", url, folder } }
}
