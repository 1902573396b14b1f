export { vaultWallets } from "./vaultWallets.ts"
