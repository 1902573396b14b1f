export { rootedWallets, WalletRootChanged } from "./rootedWallets.ts"
export { vaultWallets } from "./vaultWallets.ts"
