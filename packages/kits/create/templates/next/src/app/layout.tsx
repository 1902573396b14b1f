import type { Metadata } from "next"
import { headers } from "next/headers"
import type { ReactNode } from "react"
import { tagOf, words } from "../page/words.ts"
import "../page/wallet.css"

// Reading a header makes the page one of each request.
const readersTag = async () => tagOf((await headers()).get("accept-language"))

export const generateMetadata = async (): Promise<Metadata> => ({
  title: words[await readersTag()].title,
  icons: "data:,"
})

export default async function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang={await readersTag()}>
      <body>{children}</body>
    </html>
  )
}
