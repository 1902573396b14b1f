export { issuerOf, SITE, type WalletSite, type WalletSiteOptions, walletSite } from "./walletSite.ts"
