import { createRoot } from "react-dom/client"
import { WalletPage } from "./WalletPage.tsx"

const root = document.getElementById("root")
if (root === null) throw new Error("src/page.ts has the element #root")
createRoot(root).render(<WalletPage {...JSON.parse(root.dataset.props ?? "")} />)
