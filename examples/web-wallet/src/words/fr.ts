export { fr as components } from "@countersign/react/account/fr"
export { default as words } from "./fr.json" with { type: "json" }
