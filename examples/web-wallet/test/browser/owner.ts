import { expect } from "vitest"
import type { startPage } from "./opened.ts"
import { openWallet, type WalletTab } from "./wallet.ts"

type Started = Awaited<ReturnType<typeof startPage>>

/** A new browser profile. With `of`, the platform's own sign-in of that end user, and nothing else of the device. */
export const device = async (started: Started, of?: WalletTab) => {
  const context = await started.profile()
  if (of !== undefined) await context.addCookies(await of.page.context().cookies())
  return openWallet(context, started.server.url)
}

/** An end user with money, a payee, and a passkey as the only credential. `prepare` runs in the session. */
export const owner = async <A>(started: Started, prepare: (on: WalletTab) => Promise<A>) => {
  const on = await device(started)
  await on.signInByEmail()
  await on.fund("100")
  await on.addAccount("MXN_ACCOUNT")
  const prepared = await prepare(on)
  await on.addPasskey()
  await on.go("home")
  await on.page.click("#sign-out")
  await on.said("You are signed out.")
  await on.signInByPasskey()
  await on.go("credentials")
  await on.remove("Codes by e-mail")
  return { ...on, prepared }
}

/** The user has a new device: nothing on it signs in. */
export const lost = async (started: Started, on: WalletTab) => {
  const fresh = await device(started, on)
  expect(on.faults).toEqual([])
  await on.page.context().close()
  await fresh.way("PASSKEY").click()
  await fresh.said("The passkey prompt was closed or timed out.")
  await fresh.press("lost-toggle")
  return fresh
}
