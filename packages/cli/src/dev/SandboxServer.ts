import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { fileURLToPath } from "node:url"

/** What a second shell needs to talk to the sandbox. */
export interface SandboxServer {
  readonly baseUrl: string
  readonly token: { readonly id: string; readonly secret: string }
  /** The key that signs bundles: clients pin it. */
  readonly bundleSigner: string
}

/** Where a running sandbox leaves word of itself. `SANDBOX_FILE` puts it elsewhere, for a second sandbox beside the first. */
export const sandboxFile = (): string =>
  resolve(process.env.SANDBOX_FILE ?? fileURLToPath(new URL("../.countersign/sandbox.json", import.meta.url)))

/** Only its owner may read the file: it holds the secret. */
export const rememberServer = async (file: string, server: SandboxServer): Promise<void> => {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(server, undefined, 2), { mode: 0o600 })
}

export const forgetServer = (file: string): Promise<void> => rm(file, { force: true })

export const recallServer = async (file: string): Promise<SandboxServer> => {
  try {
    return JSON.parse(await readFile(file, "utf8"))
  } catch {
    throw new Error("No sandbox is running. Start one in another shell: npm start")
  }
}
