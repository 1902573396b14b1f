import { startWallet } from "./startWallet.ts"

const fail = (error: unknown): never => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

const wallet = await startWallet(process.env).catch(fail)

/** Whoever tells it to stop again, as npm does, changes nothing. */
let isStopping = false
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (isStopping) return
    isStopping = true
    wallet.close().then(() => process.exit(0), fail)
  })
}

console.log(`
Web wallet

  Page      ${wallet.url}
  Customer  ${wallet.customerId}
  Records   in memory, gone when this stops
`)
