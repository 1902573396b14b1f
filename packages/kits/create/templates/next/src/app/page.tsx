import { headers } from "next/headers"
import { WalletPage } from "../page/WalletPage.tsx"
import { wallet } from "../shared.ts"

export default async function Page() {
  const { bundleSigners, cookies } = wallet()
  const user = cookies.userOf((await headers()).get("cookie"))
  return <WalletPage accountId={user?.accountId} bundleSigners={bundleSigners} />
}
