import type { Metadata } from "next"
import type { ReactNode } from "react"
import "../page/wallet.css"

export const metadata: Metadata = { title: "My wallet", icons: "data:," }

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
