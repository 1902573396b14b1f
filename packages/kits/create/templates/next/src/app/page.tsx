import { headers } from "next/headers"
import { WalletPage } from "../page/WalletPage.tsx"
import { wallet } from "../shared.ts"

export default async function Page() {
  // Reading a header makes the page one of each request.
  const cookie = (await headers()).get("cookie")
  const { bundleSigners, cookies } = await wallet()
  return <WalletPage accountId={cookies.userOf(cookie)?.accountId} bundleSigners={bundleSigners} />
}
