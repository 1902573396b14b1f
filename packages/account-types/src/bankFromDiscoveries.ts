import { type TextField, text } from "./Field.ts"
import { name } from "./formats/name.ts"

/** A bank that must be spelt as GET /discoveries spells it. The list is the platform's, so its owner compares. */
export const bankFromDiscoveries: TextField<"bankName"> = {
  ...text("bankName", "Bank", name(255)),
  fromDiscoveries: true
}
