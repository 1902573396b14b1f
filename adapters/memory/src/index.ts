export { makeMemoryStore, memoryStore } from "./memoryStore.ts"
