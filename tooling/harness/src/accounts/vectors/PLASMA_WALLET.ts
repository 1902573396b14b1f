export { vectors } from "../evmAddress.ts"
