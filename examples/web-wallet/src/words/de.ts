export { de as components } from "@countersign/react/account/de"
export { default as words } from "./de.json" with { type: "json" }
