import { fileURLToPath } from "node:url"
import { SANDBOX_ISSUERS } from "@countersign/sandbox"
import type { Countersign } from "countersign"
import express, { type Express } from "express"
import { operatorSite } from "./operatorSite.ts"
import { issuerOf, walletSite } from "./walletSite.ts"

/** The folder that `build.mjs` puts beside this module in one file. */
const page = fileURLToPath(new URL("./site", import.meta.url))

/** The wallet page at `/`, with its backend and its identity provider, and the operator's page at `/operator`. */
export const front = {
  pages: [
    ["Wallet page", "/"],
    ["Operator page", "/operator/"]
  ],
  options: (origin: string) => ({
    sandbox: { issuers: [...SANDBOX_ISSUERS, issuerOf(origin)] },
    // The pages show the device of each session.
    policy: { sessionClientRetention: 900_000 }
  }),
  open: async (countersign: Countersign, origin: string) => {
    const wallet = await walletSite({ countersign, origin, page })
    const operator = await operatorSite({ countersign, page })
    return {
      before: (api: Parameters<Express["use"]>[0]): Express =>
        express().disable("x-powered-by").use("/operator", operator.router).use(wallet.router).use(api),
      ready: wallet.subscribe,
      close: async () => {
        await operator.close()
        await wallet.close()
      }
    }
  }
}
