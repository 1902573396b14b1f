export { rootedWallets, vaultWallets, WalletRootChanged } from "./rootedWallets.ts"
