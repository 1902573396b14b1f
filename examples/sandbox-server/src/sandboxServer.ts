import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"

/** What a second shell needs to talk to the sandbox. */
export interface SandboxServer {
  readonly baseUrl: string
  readonly token: { readonly id: string; readonly secret: string }
  /** The key that signs bundles: clients pin it. */
  readonly bundleSigner: string
}

const folder = new URL("../.countersign/", import.meta.url)
const file = new URL("sandbox.json", folder)

/** Only its owner may read the file: it holds the secret. */
export const rememberServer = async (server: SandboxServer): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await writeFile(file, JSON.stringify(server, undefined, 2), { mode: 0o600 })
}

export const forgetServer = (): Promise<void> => rm(file, { force: true })

export const recallServer = async (): Promise<SandboxServer> => {
  try {
    return JSON.parse(await readFile(file, "utf8"))
  } catch {
    throw new Error(`No sandbox is running (looked in ${fileURLToPath(file)}). Start one in another shell: npm start`)
  }
}
