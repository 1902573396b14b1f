export { type NodeRequest, nodeBridge } from "./bridge.ts"
