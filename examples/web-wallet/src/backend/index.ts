export { type OperatorSite, operatorSite } from "./operatorSite.ts"
export { issuerOf, type WalletSite, type WalletSiteOptions, walletSite } from "./walletSite.ts"
