export { type NodeBridgeOptions, nodeBridge } from "./bridge.ts"
export type { NodeRequest } from "./request.ts"
