import type { Front, OpenFront } from "@countersign/cli/dev"
import { issuerOf, walletSite } from "@countersign/example-web-wallet"
import { SANDBOX_ISSUERS } from "@countersign/sandbox"
import express from "express"

/** The wallet page at `/`, with its backend and its identity provider. */
export const walletFront: Front = {
  options: (origin) => ({ sandbox: { issuers: [...SANDBOX_ISSUERS, issuerOf(origin)] } }),
  open: async (countersign, origin) => {
    const { close, router, subscribe } = await walletSite({ countersign, origin })
    const before: OpenFront["before"] = (api) => express().disable("x-powered-by").use(router).use(api)
    return { before, ready: subscribe, close }
  }
}
