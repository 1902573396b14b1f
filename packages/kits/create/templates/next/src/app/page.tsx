import { headers } from "next/headers"
import { WalletPage } from "../page/WalletPage.tsx"
import { wallet } from "../shared.ts"

export default async function Page() {
  const cookies = (await headers()).get("cookie")
  const { bundleSigners, signIn } = wallet()
  return <WalletPage accountId={signIn.userOf(cookies)?.accountId} bundleSigners={bundleSigners} />
}
