import { headers } from "next/headers"
import { WalletPage } from "../page/WalletPage.tsx"
import { tagOf } from "../page/words.ts"
import { wallet } from "../shared.ts"

export default async function Page() {
  const sent = await headers()
  const { bundleSigners, cookies } = await wallet()
  const accountId = cookies.userOf(sent.get("cookie"))?.accountId
  return <WalletPage accountId={accountId} bundleSigners={bundleSigners} tag={tagOf(sent.get("accept-language"))} />
}
