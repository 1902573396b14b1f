import { dirname, join } from "node:path"
import { parseArgs } from "node:util"
import {
  atUrl,
  type Front,
  inDatabase,
  inMemory,
  isHeaderName,
  type OpenFront,
  type SandboxSettings,
  sandboxFile
} from "@countersign/cli/dev"
import { issuerOf, operatorSite, walletSite } from "@countersign/example-web-wallet"
import { SANDBOX_ISSUERS } from "@countersign/sandbox"
import express from "express"
import { startEmbeddedDatabase } from "./embeddedDatabase.ts"

/** The wallet page at `/`, with its backend and its identity provider, and the operator's page at `/operator`. */
const pagesFront: Front = {
  options: (origin) => ({
    sandbox: { issuers: [...SANDBOX_ISSUERS, issuerOf(origin)] },
    // The pages show the device of each session.
    policy: { sessionClientRetention: 900_000 }
  }),
  open: async (countersign, origin) => {
    const wallet = await walletSite({ countersign, origin })
    const operator = await operatorSite({ countersign })
    const before: OpenFront["before"] = (api) =>
      express().disable("x-powered-by").use("/operator", operator.router).use(wallet.router).use(api)
    const close = async () => {
      await operator.close()
      await wallet.close()
    }
    return { before, ready: wallet.subscribe, close }
  }
}

/** Reads the command line and the environment. Throws on unknown options and values, so a typo cannot lose data. */
export const settingsOf = (args: ReadonlyArray<string>, env: NodeJS.ProcessEnv): SandboxSettings => {
  const { memory, "signature-header": signatureHeaders } = optionsOf(args)
  const unfit = signatureHeaders.find((name) => !isHeaderName(name))
  if (unfit !== undefined) {
    throw new Error(
      `--signature-header takes the name of a header, such as Wallet-Signature, but got ${JSON.stringify(unfit)}`
    )
  }
  const port = Number(env.PORT ?? 4100)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`PORT must be a number from 0 to 65535, but is ${JSON.stringify(env.PORT)}`)
  }
  const file = sandboxFile(env)
  const settings = { port, file, front: pagesFront, signatureHeaders, elsewhere: "PORT=4200 npm start" }
  if (memory) return { ...settings, open: inMemory }
  const url = env.DATABASE_URL
  const secretsFile = join(dirname(file), "secrets.json")
  return url === undefined || url === ""
    ? { ...settings, open: () => inOwnDatabase(join(dirname(file), "postgres"), secretsFile) }
    : {
        ...settings,
        open: () => inDatabase({ start: atUrl(url), secretsFile, where: "in the database of DATABASE_URL" })
      }
}

const optionsOf = (args: ReadonlyArray<string>) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        memory: { type: "boolean", default: false },
        "signature-header": { type: "string", multiple: true, default: [] }
      }
    }).values
  } catch (cause) {
    const options = "npm start -- [--memory] [--signature-header NAME ...]"
    throw new Error(`${cause instanceof Error ? cause.message : "Unknown option"}. The options are: ${options}`, {
      cause
    })
  }
}

const inOwnDatabase = (folder: string, secretsFile: string) =>
  inDatabase({
    start: () => startEmbeddedDatabase(folder),
    secretsFile,
    where: `in PostgreSQL, files in ${folder}`
  })
