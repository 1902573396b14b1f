export { es as components } from "@countersign/react/account/es"
export { default as words } from "./es.json" with { type: "json" }
